/// A run as a person sees it: one record that holds everything worth showing, made anew every second from what Kafka
/// says. Used by the HTTP API, the page and the terminal view, which only differ in how it looks.
@NullMarked
package io.shardstream.control.view;

import org.jspecify.annotations.NullMarked;
