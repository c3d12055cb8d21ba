/// The HTTP server in which a process answers whoever watches it: who may ask what is decided here, what is answered
/// elsewhere. Used by the command line for readers and writers, and by control.
@NullMarked
package io.shardstream.common.http;

import org.jspecify.annotations.NullMarked;
