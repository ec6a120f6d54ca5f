/** NumPy's .npy and .npz, whole or in blocks. */
package dev.gme.formats.numpy;
