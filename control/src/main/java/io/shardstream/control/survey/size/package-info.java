/// How large documents may be, and how large they are. Used by survey.
@NullMarked
package io.shardstream.control.survey.size;

import org.jspecify.annotations.NullMarked;
