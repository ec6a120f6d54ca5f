/**
 * HDF5 files by jHDF: arrays by path, and sets of vectors. Trials and scores in HDF5 are read by
 * {@link dev.gme.formats.table}, models by {@link dev.gme.formats.model}; both stand on this
 * package.
 */
package dev.gme.formats.hdf5;
