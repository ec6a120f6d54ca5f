/** From recordings to i-vectors, back ends and figures, stage by stage. */
package dev.gme.lab.ivector;
