/// What keeps documents from those who can read Kafka's topics or disks, but have not the run's key.
@NullMarked
package io.shardstream.common.seal;

import org.jspecify.annotations.NullMarked;
