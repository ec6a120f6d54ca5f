/**
 * For tests only. Finds the folder of shared data, reads golden cases ({@code case.json} and {@code
 * .npy}), applies their tolerance rule and keeps the count of them for the end of the test run.
 * {@link dev.gme.testkit.ModuleArchitecture} has the rules of architecture that all modules keep.
 *
 * <p>{@link dev.gme.testkit.OnnxGraph} writes small neural networks.
 *
 * <p>Nothing here knows a single case: another folder of the same layout is tested as well.
 */
package dev.gme.testkit;
