/** Where what is written comes from: program, time and digests of what it was made from. */
package dev.gme.lab.provenance;
