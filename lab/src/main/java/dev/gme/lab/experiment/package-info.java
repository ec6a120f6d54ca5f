/**
 * Systems times evaluation sets, as a YAML file describes them: trained, scored, evaluated and
 * written.
 */
package dev.gme.lab.experiment;
