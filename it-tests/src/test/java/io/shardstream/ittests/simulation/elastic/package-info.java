/// Elasticsearch in memory, behind the ports of reader, writer and control. Depends on kernel only.
@NullMarked
package io.shardstream.ittests.simulation.elastic;

import org.jspecify.annotations.NullMarked;
