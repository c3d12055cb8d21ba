/// What is done about writes that a cut-over or a rollback has blocked when the process that did so is gone: the
/// readers and writers that are left end it.
@NullMarked
package io.shardstream.control.left;

import org.jspecify.annotations.NullMarked;
