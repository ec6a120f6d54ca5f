/**
 * Texts that people write in YAML or JSON, as trees that know their lines: experiments,
 * descriptions of networks.
 */
package dev.gme.formats.tree;
