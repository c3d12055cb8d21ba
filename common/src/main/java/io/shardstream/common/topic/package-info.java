/// Names of the topics, groups and transactional ids of one run. Everything may use it.
@NullMarked
package io.shardstream.common.topic;

import org.jspecify.annotations.NullMarked;
