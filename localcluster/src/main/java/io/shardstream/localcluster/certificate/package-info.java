/// Certificates for servers and clients of one machine, made when they are wanted. For tests.
@NullMarked
package io.shardstream.localcluster.certificate;

import org.jspecify.annotations.NullMarked;
