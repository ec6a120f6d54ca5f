/** Enrolments against tests: sides of trials, lists of trials, and what scores them. */
package dev.gme.lab.score;
