/**
 * Whole steps of the front end from files to files, and all of them in a row: what the commands
 * call. Memory is bounded whatever the number of recordings; recordings that cannot be used are
 * left out and named.
 */
package dev.gme.frontend.recipe;
