/// The command config.
@NullMarked
package io.shardstream.cli.config;

import org.jspecify.annotations.NullMarked;
