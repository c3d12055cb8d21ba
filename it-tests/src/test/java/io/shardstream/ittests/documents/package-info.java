/// Documents that are hard to carry: each arrives byte for byte, or is named with the reason.
@NullMarked
package io.shardstream.ittests.documents;

import org.jspecify.annotations.NullMarked;
