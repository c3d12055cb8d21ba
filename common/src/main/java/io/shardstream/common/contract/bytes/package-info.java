/// Bytes and text as records, requests and messages need them: a document's bytes on one line, names and
/// numbers as people read them. Uses nothing else of the project.
@NullMarked
package io.shardstream.common.contract.bytes;

import org.jspecify.annotations.NullMarked;
