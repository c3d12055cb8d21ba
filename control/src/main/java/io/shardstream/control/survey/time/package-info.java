/// How long a run will take, by what a sample has taken. Used by survey.
@NullMarked
package io.shardstream.control.survey.time;

import org.jspecify.annotations.NullMarked;
