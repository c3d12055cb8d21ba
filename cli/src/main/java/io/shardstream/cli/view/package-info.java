/// How numbers and progress look to people.
@NullMarked
package io.shardstream.cli.view;

import org.jspecify.annotations.NullMarked;
