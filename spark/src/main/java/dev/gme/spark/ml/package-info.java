/**
 * Stages for pipelines of {@code spark.ml}: estimators of PLDA and the model that they fit. The
 * only package that needs {@code spark-mllib}, which a cluster may lack; no job uses it.
 */
package dev.gme.spark.ml;
