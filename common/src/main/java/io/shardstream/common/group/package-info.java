/// Consumer groups whose members have a preference: partitions that belong to a data node go to members
/// that are pinned to it. Used by readers and writers.
@NullMarked
package io.shardstream.common.group;

import org.jspecify.annotations.NullMarked;
