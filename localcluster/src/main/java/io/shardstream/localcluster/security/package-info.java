/// Certificates, users and roles of secured servers. Knows no server; used by search.
@NullMarked
package io.shardstream.localcluster.security;

import org.jspecify.annotations.NullMarked;
