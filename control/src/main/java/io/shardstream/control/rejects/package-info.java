/// What operators do with rejects: group them by what is wrong with them, and publish them again once it is mended.
/// Depends on lanes, refusal, scan and state.
@NullMarked
package io.shardstream.control.rejects;

import org.jspecify.annotations.NullMarked;
