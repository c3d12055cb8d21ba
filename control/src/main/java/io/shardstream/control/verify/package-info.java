/// Compares source and target: counts and version words first, ids where these differ, then what the documents
/// hold; and repairs what can be repaired.
@NullMarked
package io.shardstream.control.verify;

import org.jspecify.annotations.NullMarked;
