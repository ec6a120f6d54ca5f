/** For tests only: shared data, golden cases, tolerances. */
package dev.gme.testkit;
