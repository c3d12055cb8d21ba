/// Files that others change while a process works, such as certificates and passwords that are renewed.
@NullMarked
package io.shardstream.common.file;

import org.jspecify.annotations.NullMarked;
