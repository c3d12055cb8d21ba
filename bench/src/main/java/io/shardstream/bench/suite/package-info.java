/// What every benchmark is: something that is run as it is set, on servers that it asks for.
@NullMarked
package io.shardstream.bench.suite;

import org.jspecify.annotations.NullMarked;
