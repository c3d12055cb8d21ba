/// What a user may do on a cluster, and what a run needs. Used by survey.
@NullMarked
package io.shardstream.control.survey.access;

import org.jspecify.annotations.NullMarked;
