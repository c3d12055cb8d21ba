/// The run file: what a user writes to describe a run, read into immutable records with every problem
/// reported at once. Values only: whoever needs a client or a topic makes it from them.
@NullMarked
package io.shardstream.common.runfile;

import org.jspecify.annotations.NullMarked;
