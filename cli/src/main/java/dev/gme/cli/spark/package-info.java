/** Commands that start Apache Spark as a process; nothing of Spark is on the class path here. */
package dev.gme.cli.spark;
