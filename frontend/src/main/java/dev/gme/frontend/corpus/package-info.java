/**
 * Many recordings at a time, from files to files: features, statistics and i-vectors of a whole
 * corpus. Memory is bounded whatever the number of recordings; recordings that cannot be used are
 * left out and named.
 */
package dev.gme.frontend.corpus;
