/// Options that several commands share.
@NullMarked
package io.shardstream.cli.option;

import org.jspecify.annotations.NullMarked;
