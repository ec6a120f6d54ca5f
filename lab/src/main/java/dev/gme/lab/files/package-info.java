/**
 * What is in a file, for people; files of the front end in other formats; simulated experiments as
 * files.
 */
package dev.gme.lab.files;
