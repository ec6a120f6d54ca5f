/**
 * Keeps results under the digest of everything they were made from, so that a second run makes only
 * what has changed and a killed run resumes.
 */
package dev.gme.lab.cache;
