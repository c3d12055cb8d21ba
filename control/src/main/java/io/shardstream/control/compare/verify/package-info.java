/// Compares source and target: counts and version words first, ids where these differ, then the bytes; and
/// publishes again what differs.
@NullMarked
package io.shardstream.control.compare.verify;

import org.jspecify.annotations.NullMarked;
