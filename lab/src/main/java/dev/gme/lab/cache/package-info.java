/**
 * Keeps what was made under the digest of all that it was made from, so that it is not made again
 * and a run that was killed goes on.
 */
package dev.gme.lab.cache;
