/// Cut-overs on real servers, and what must not go wrong in them. Uses copy, proxy and server.
@NullMarked
package io.shardstream.ittests.cutover;

import org.jspecify.annotations.NullMarked;
