/// Proxies that hold or swallow a request or an answer at a chosen point, so that a test can reach a moment between two
/// steps of a process, or that disturb exchanges by a seed. Tests of faults use them.
@NullMarked
package io.shardstream.ittests.proxy;

import org.jspecify.annotations.NullMarked;
