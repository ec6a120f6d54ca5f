/**
 * Recordings to neural embeddings: networks as ONNX files, run by ONNX Runtime. What lies between
 * samples and the input of a network is in {@code dev.gme.frontend.network}; what is done with
 * vectors is in lab.
 */
package dev.gme.neural;
