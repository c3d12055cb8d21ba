/// Documents that a page names and whose content cannot be had. Depends on common only.
@NullMarked
package io.shardstream.reader.page;

import org.jspecify.annotations.NullMarked;
