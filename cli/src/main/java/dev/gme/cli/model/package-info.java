/** Commands about models: train, extract, score, partition, adapt. */
package dev.gme.cli.model;
