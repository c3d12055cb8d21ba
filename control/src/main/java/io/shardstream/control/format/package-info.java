/// In which format the records of a run are written: who works for the run, what each of them understands, and when the
/// controller raises the format.
@NullMarked
package io.shardstream.control.format;

import org.jspecify.annotations.NullMarked;
