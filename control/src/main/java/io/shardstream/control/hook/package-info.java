/// What a cut-over calls outside of this program: a command or an address that switches applications.
@NullMarked
package io.shardstream.control.hook;

import org.jspecify.annotations.NullMarked;
