/**
 * HDF5 files by jHDF: arrays by path, sets of vectors, and models of VBx and WeSpeaker. Matrices of
 * trials and scores are read by {@link dev.gme.formats.table}, which stands on this package.
 */
package dev.gme.formats.hdf5;
