/**
 * Who speaks when, from files to files: windows with segments to turns, and turns to error rates.
 */
package dev.gme.lab.diarize;
