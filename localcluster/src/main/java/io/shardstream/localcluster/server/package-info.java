/// What a local Kafka broker and a local search node have in common: starting, signals, readiness, ports, folders.
@NullMarked
package io.shardstream.localcluster.server;

import org.jspecify.annotations.NullMarked;
