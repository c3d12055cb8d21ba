/// The body of a bulk request, made from the bytes of records without decoding a document. Depends on
/// common only.
@NullMarked
package io.shardstream.writer.bulk;

import org.jspecify.annotations.NullMarked;
