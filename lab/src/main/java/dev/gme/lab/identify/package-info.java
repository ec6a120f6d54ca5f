/** Who of the enrolled speakers is it, or nobody: searches, their evaluation and calibration. */
package dev.gme.lab.identify;
