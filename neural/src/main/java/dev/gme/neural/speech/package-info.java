/** When anybody speaks in a recording: by energy, by a network, or as a file says. */
package dev.gme.neural.speech;
