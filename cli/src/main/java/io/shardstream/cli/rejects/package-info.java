/// The command rejects: what the target refused for good, looked at and published again.
@NullMarked
package io.shardstream.cli.rejects;

import org.jspecify.annotations.NullMarked;
