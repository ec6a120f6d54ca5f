/**
 * Systems as chains of steps: from training vectors to something that scores. A step takes what the
 * steps before it made and the training data, and returns what it made of them, with notes. {@code
 * gme train}, {@code gme experiment} and every other way to train go through {@link
 * dev.gme.lab.system.SystemTrainer}, so that the same data and the same steps give the same model.
 *
 * <p>A new kind of step implements {@link dev.gme.lab.system.Step} and gets a line in {@link
 * dev.gme.lab.system.StepReader}, which makes it known to files and commands.
 */
package dev.gme.lab.system;
