/// What a process that controls a run tells over HTTP.
@NullMarked
package io.shardstream.control.api;

import org.jspecify.annotations.NullMarked;
