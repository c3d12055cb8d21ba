/// What operators do with rejects: group them by what is wrong with them, and publish them again once that is
/// mended.
@NullMarked
package io.shardstream.control.compare.rejects;

import org.jspecify.annotations.NullMarked;
