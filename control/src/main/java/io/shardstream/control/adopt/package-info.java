/// Goes on with a target that another run has filled whose Kafka is gone for good.
@NullMarked
package io.shardstream.control.adopt;

import org.jspecify.annotations.NullMarked;
