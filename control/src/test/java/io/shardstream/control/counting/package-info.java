/// Histories by seeds of a run whose servers count: a model of both sides and of what lies between, in which everything
/// may die, fail over and be done again between any two answers; and the rules of counting, each of which can be broken
/// from outside.
@NullMarked
package io.shardstream.control.counting;

import org.jspecify.annotations.NullMarked;
