/// What `plan` finds on real servers, and how well it knows how long a run takes.
@NullMarked
package io.shardstream.ittests.plan;

import org.jspecify.annotations.NullMarked;
