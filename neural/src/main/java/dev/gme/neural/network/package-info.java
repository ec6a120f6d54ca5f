/**
 * Networks as ONNX files: checked, loaded, run, closed. The only package that knows ONNX Runtime.
 */
package dev.gme.neural.network;
