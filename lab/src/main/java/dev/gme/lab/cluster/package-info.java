/** Who is who: which recordings are of one speaker. */
package dev.gme.lab.cluster;
