/// What servers are asked to count instead of giving it out: live documents by blocks of numbers, and what must hold
/// before a count is believed. Knows nothing of clusters, only of requests and answers.
@NullMarked
package io.shardstream.control.count;

import org.jspecify.annotations.NullMarked;
