/// What the source holds and what the target will make of it. Used by survey.
@NullMarked
package io.shardstream.control.survey.index;

import org.jspecify.annotations.NullMarked;
