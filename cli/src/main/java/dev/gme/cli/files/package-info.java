/**
 * What commands share about files: options that read vectors, labels, models and lists, print JSON,
 * and say where an artefact comes from.
 */
package dev.gme.cli.files;
