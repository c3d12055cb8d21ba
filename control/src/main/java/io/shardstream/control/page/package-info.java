/// The web page that shows a run: its files and the routes that serve them. What it shows comes from the HTTP API.
@NullMarked
package io.shardstream.control.page;

import org.jspecify.annotations.NullMarked;
