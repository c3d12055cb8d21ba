/// What a source index must be like to be copied, and how far it reaches. Used by plan.
@NullMarked
package io.shardstream.control.source;

import org.jspecify.annotations.NullMarked;
