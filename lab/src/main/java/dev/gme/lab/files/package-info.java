/** What is in a file, for people, and files of the front end in other formats. */
package dev.gme.lab.files;
