/// Certificates and private keys in PEM files: what servers and clients show of themselves, and whom they believe. Used
/// by the HTTP server, and by whatever asks Elasticsearch.
@NullMarked
package io.shardstream.common.tls;

import org.jspecify.annotations.NullMarked;
