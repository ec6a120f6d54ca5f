/** The work of gme on a cluster, by Apache Spark. */
package dev.gme.spark;
