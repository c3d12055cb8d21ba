/// Lets a run that has lost records read everything again, into topics of another generation.
@NullMarked
package io.shardstream.control.run.reread;

import org.jspecify.annotations.NullMarked;
