/** Parts of published systems, in the files that they are published in. */
package dev.gme.formats.models;
