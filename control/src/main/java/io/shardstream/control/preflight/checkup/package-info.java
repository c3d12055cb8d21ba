/// What `doctor` looks at: a run that works, or does not. Changes nothing.
@NullMarked
package io.shardstream.control.preflight.checkup;

import org.jspecify.annotations.NullMarked;
