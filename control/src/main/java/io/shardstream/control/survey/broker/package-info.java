/// What the brokers are, what they have room for, and the run's topics if there are some. Used by survey.
@NullMarked
package io.shardstream.control.survey.broker;

import org.jspecify.annotations.NullMarked;
