/// How fast a process may work, by what operators and the guard of production have said. Used by reader, writer and
/// control.
@NullMarked
package io.shardstream.common.pace;

import org.jspecify.annotations.NullMarked;
