/**
 * Lists about recordings: which speaker or model each belongs to, in Kaldi's, NIST's and table
 * form.
 */
package dev.gme.formats.lists;
