/// One way to speak JSON to Elasticsearch and OpenSearch of every supported version: nodes, requests with
/// limits, answers, and which of them a user may not have. Uses contract, file, log, loop and tls.
@NullMarked
package io.shardstream.common.elastic;

import org.jspecify.annotations.NullMarked;
