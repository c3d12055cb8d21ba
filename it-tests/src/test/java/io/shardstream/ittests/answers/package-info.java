/// Has real servers give the answers that the writer's tests keep.
@NullMarked
package io.shardstream.ittests.answers;

import org.jspecify.annotations.NullMarked;
