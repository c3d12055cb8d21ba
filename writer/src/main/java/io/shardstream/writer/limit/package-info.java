/// How much a data node gets at once: pure policies, which know neither Kafka nor HTTP. Depends on nothing.
@NullMarked
package io.shardstream.writer.limit;

import org.jspecify.annotations.NullMarked;
