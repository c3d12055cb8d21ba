/// Lanes of the docs topic to bulks: the service, its loop, and the lanes it is assigned. Used by the
/// composition root only.
@NullMarked
package io.shardstream.writer;

import org.jspecify.annotations.NullMarked;
