package dev.gme.spark;

import java.io.Serializable;

/**
 * A recording as jobs read it.
 *
 * @param speaker null where nobody asked for speakers
 */
@SuppressWarnings("ArrayRecordComponent") // travels, and is never compared
record VectorRow(String id, String speaker, float[] vector) implements Serializable {}
