/// Source and target held against each other for a cut-over: compared, counted, and at rest.
@NullMarked
package io.shardstream.control.run.equality;

import org.jspecify.annotations.NullMarked;
