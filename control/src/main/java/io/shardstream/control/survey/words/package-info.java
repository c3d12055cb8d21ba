/// How sentences of a survey say numbers. Used by survey.
@NullMarked
package io.shardstream.control.survey.words;

import org.jspecify.annotations.NullMarked;
