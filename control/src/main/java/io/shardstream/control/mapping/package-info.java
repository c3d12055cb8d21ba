/// The target's mapping follows the source's while a run lasts: what the target lacks, which levels of it are kept from
/// adding fields on their own, and who carries the one to the other. Uses servers through `common.elastic` only.
@NullMarked
package io.shardstream.control.mapping;

import org.jspecify.annotations.NullMarked;
