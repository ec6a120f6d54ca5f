/** Numbers as people read them, and text that is safe inside HTML and SVG. */
@Internal
package dev.gme.report.text;

import dev.gme.core.Internal;
