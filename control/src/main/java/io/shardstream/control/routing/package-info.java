/// Whether documents with custom routing may go to the target, and whether our routing function is the target's. Used
/// by plan.
@NullMarked
package io.shardstream.control.routing;

import org.jspecify.annotations.NullMarked;
