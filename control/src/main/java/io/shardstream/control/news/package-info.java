/// What is known of a run beside its documents: who works for it, what readers and writers tell of themselves, and what
/// has happened. It tells and decides nothing, and a run goes on without it.
@NullMarked
package io.shardstream.control.news;

import org.jspecify.annotations.NullMarked;
