/// What has happened to a run between one view of it and the next. Used by whoever controls it.
@NullMarked
package io.shardstream.control.event;

import org.jspecify.annotations.NullMarked;
