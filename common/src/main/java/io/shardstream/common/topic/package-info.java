/// Names of the topics, groups and transactional ids of one run, and what may go from them. Everything may use it.
@NullMarked
package io.shardstream.common.topic;

import org.jspecify.annotations.NullMarked;
