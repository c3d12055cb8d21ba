/// A run as a person sees it: one record that holds everything worth showing, made anew every second; rates
/// and the time that is left; and what has happened from one view to the next.
@NullMarked
package io.shardstream.control.console.view;

import org.jspecify.annotations.NullMarked;
