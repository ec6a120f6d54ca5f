/** How work is spread over threads: one setting, one pool, results that do not depend on either. */
package dev.gme.core.parallel;
