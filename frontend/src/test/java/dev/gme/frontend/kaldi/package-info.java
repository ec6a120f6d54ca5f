/** Reads the golden samples of Kaldi and compares with them, for tests of all packages. */
package dev.gme.frontend.kaldi;
