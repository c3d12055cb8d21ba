/// Users, roles and certificates of secured search clusters. Knows no server.
@NullMarked
package io.shardstream.localcluster.security;

import org.jspecify.annotations.NullMarked;
