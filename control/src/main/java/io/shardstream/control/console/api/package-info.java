/// What a process that controls a run answers over HTTP: the API, the page and the metrics.
@NullMarked
package io.shardstream.control.console.api;

import org.jspecify.annotations.NullMarked;
