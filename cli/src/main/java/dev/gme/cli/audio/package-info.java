/** The commands of the front end: features, vad, ubm and ivector. */
package dev.gme.cli.audio;
