/// A timed sample of reading and writing, and how long all of it will take. Used by survey.
@NullMarked
package io.shardstream.control.survey.sample;

import org.jspecify.annotations.NullMarked;
