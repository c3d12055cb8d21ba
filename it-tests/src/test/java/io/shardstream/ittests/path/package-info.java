/// Follows one document through a real reader and a real writer, class by class.
@NullMarked
package io.shardstream.ittests.path;

import org.jspecify.annotations.NullMarked;
