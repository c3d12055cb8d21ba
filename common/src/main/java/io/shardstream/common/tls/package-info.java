/// Certificates and private keys in PEM files: what a server shows of itself, and whose certificates are trusted. Used
/// by
/// the HTTP server, and by whatever asks Elasticsearch.
@NullMarked
package io.shardstream.common.tls;

import org.jspecify.annotations.NullMarked;
