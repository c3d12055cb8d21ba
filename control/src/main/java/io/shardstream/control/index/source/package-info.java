/// What a source index must be like to be copied, how far it reaches, and whether documents with custom
/// routing may go to the target.
@NullMarked
package io.shardstream.control.index.source;

import org.jspecify.annotations.NullMarked;
