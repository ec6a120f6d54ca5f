/** Stopwatches and counters of memory: what work costs on this machine. */
@Internal
package dev.gme.benchmarks.measure;

import dev.gme.core.Internal;
