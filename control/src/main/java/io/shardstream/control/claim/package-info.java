/// Makes an index that is there the target of one run alone. Used by plan and survey.
@NullMarked
package io.shardstream.control.claim;

import org.jspecify.annotations.NullMarked;
