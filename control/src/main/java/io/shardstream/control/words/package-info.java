/// The version words of a run, compared between source and target without a single id: which numbers the source
/// has, settled, and which of them the target has too often or too seldom. Used by sweep and verification.
@NullMarked
package io.shardstream.control.words;

import org.jspecify.annotations.NullMarked;
