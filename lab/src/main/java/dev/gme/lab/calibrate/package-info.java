/** What one does with scores and calibrations: train, apply, append to a model, decide. */
package dev.gme.lab.calibrate;
