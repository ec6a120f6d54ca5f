/**
 * What one does with data, models and trials, without a terminal: commands, a service and programs
 * of users call it. Nothing here prints, reads options of a command line or ends the program.
 */
package dev.gme.lab;
