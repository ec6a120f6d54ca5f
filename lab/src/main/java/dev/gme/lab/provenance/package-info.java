/** Provenance of written files: program, time and digests of the inputs. */
package dev.gme.lab.provenance;
