/// Tests of the routing function and of the HTTP gateway against every supported server.
@NullMarked
package io.shardstream.ittests.gateway;

import org.jspecify.annotations.NullMarked;
