/// The rules of the house as tests: packages, module edges, sizes, scripts and documentation. They start no server.
@NullMarked
package io.shardstream.ittests.structure;

import org.jspecify.annotations.NullMarked;
