/// What must hold before production is touched, each with the sentence that says why it does not, and which
/// of them an operator may accept by name.
@NullMarked
package io.shardstream.control.run.condition;

import org.jspecify.annotations.NullMarked;
