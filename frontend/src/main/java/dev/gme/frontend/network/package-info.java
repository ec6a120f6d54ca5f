/**
 * Recordings to the input of a neural network, and how a network describes what it wants: presets
 * of the toolkits, descriptions in YAML, metadata. What runs networks is elsewhere.
 */
package dev.gme.frontend.network;
