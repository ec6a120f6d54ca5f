/** Data and sinks of the sizes of the paper, for what is measured. */
@Internal
package dev.gme.benchmarks.workload;

import dev.gme.core.Internal;
