package io.shardstream.control.run.condition;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.contract.routing.ShardRouter;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.difference.FieldConsent;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.index.source.JoinField;
import io.shardstream.control.index.source.JoinedChild;
import io.shardstream.control.index.source.Placing;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// Children of a join field that were written with another routing than their parents, and share a shard with
/// them all the same: always in a source with one. In a target with other shards nothing finds them by their
/// parents. A sample tells, as no query compares a routing with a parent's.
public final class JoinedDocuments {
    private JoinedDocuments() {}

    /// @param source where the index is
    /// @param mapping the index's root object
    /// @param from how it places documents
    /// @param to how the target does
    public static List<NoticedDifference> of(
            ClusterSwitch source, String index, JsonNode mapping, ShardRouting from, ShardRouting to)
            throws ElasticException {
        List<NoticedDifference> noticed = new ArrayList<>();
        if (to.shards() == 1 || Placing.areAlike(from, to)) {
            return noticed;
        }
        ShardRouter here = new ShardRouter(from);
        ShardRouter there = new ShardRouter(to);
        for (JoinField field : JoinField.in(mapping)) {
            List<JoinedChild> children = source.joined(index, field);
            long parted = children.stream()
                    .filter(child -> child.isParted(here, there))
                    .count();
            if (parted > 0) {
                noticed.add(new NoticedDifference(
                        FieldConsent.JOIN + field.name(),
                        "join field " + Printable.of(field.name()) + " (of a sample of "
                                + NumberText.of(children.size(), "child", "children") + " " + NumberText.count(parted)
                                + " lie on other shards of the target than their parents, and in the source on the"
                                + " same: has_child and has_parent do not find them)",
                        false));
            }
        }
        return noticed;
    }
}
