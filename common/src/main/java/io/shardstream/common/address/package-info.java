/// Where servers are reached: host and port. Depends on nothing.
@NullMarked
package io.shardstream.common.address;

import org.jspecify.annotations.NullMarked;
