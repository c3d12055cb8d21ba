/// Reads the shards of the source that the group gives to this process, and publishes their documents.
/// What is here puts the features together and is all that others see.
@NullMarked
package io.shardstream.reader;

import org.jspecify.annotations.NullMarked;
