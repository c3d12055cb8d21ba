/// Elasticsearch in memory, behind the ports of reader, writer and control. Depends on kernel only.
@NullMarked
package io.shardstream.simulation.elastic;

import org.jspecify.annotations.NullMarked;
