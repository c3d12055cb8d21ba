/// Elasticsearch and OpenSearch clusters of real nodes on this machine. For demos, tests and benchmarks.
@NullMarked
package io.shardstream.localcluster.search;

import org.jspecify.annotations.NullMarked;
