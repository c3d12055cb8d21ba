/// What the target will treat otherwise than the source does, by settings and mappings. Used by survey.
@NullMarked
package io.shardstream.control.survey.difference;

import org.jspecify.annotations.NullMarked;
