/** The streams that commands write to: data to stdout, messages and progress to stderr. */
package dev.gme.cli.terminal;
