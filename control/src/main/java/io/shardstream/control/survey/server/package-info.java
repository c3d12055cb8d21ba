/// What a cluster's servers are and have room for. Used by survey.
@NullMarked
package io.shardstream.control.survey.server;

import org.jspecify.annotations.NullMarked;
