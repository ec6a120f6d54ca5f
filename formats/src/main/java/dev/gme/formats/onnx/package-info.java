/**
 * Neural networks as ONNX files: what is read of them before any runtime sees them. Networks are
 * neither run nor written here.
 */
package dev.gme.formats.onnx;
