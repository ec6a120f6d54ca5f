/**
 * The files of the front end: mixtures, extractors with all that comes before them, and statistics,
 * as artefacts with provenance (see {@link dev.gme.formats.artefact.Artefact}).
 */
package dev.gme.frontend.artefact;
