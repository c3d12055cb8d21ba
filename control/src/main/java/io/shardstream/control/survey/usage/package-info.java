/// Which fields of the source searches use. Used by survey.
@NullMarked
package io.shardstream.control.survey.usage;

import org.jspecify.annotations.NullMarked;
