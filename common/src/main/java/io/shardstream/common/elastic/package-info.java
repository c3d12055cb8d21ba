/// One way to speak plain JSON to Elasticsearch and OpenSearch of every supported version. Depends on bytes only.
@NullMarked
package io.shardstream.common.elastic;

import org.jspecify.annotations.NullMarked;
