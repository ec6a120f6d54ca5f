/** What commands speak through: data to stdout, talk and progress to stderr, tables of text. */
package dev.gme.cli.terminal;
