/// The version word, which orders all states of one document. Everything may use it.
@NullMarked
package io.shardstream.common.version;

import org.jspecify.annotations.NullMarked;
