package io.shardstream.common.contract.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a reader, a writer or the process that controls the run tells every few seconds: the value of a
/// record of the members topic, whose key is empty. It decides nothing; who is silent for half a minute has
/// not told anything.
///
/// @param part `reader`, `writer` or [#CONTROL]
/// @param member the process, as its client ids name it
/// @param at when, to the millisecond
/// @param limitedBy what keeps it from doing more, in words; empty for nothing
/// @param nodes what it has under way to data nodes
/// @param behind operations of the source that are not read yet; told by the process that controls a run that
///     follows its source
public record MemberReport(
        String part, String member, Instant at, String limitedBy, List<NodeReport> nodes, OptionalLong behind) {
    /// The part that decides.
    public static final String CONTROL = "control";

    private static final int FORMAT = 2;
    private static final long UNKNOWN = -1;

    public MemberReport {
        nodes = List.copyOf(nodes);
    }

    /// What a writer has under way to a data node.
    ///
    /// @param node its name
    /// @param bulks requests without an answer
    /// @param limit how many there may be
    /// @param refusals documents that it sent back since this writer began, since it had too much to do
    /// @param meanMillis how long a bulk took in the mean since the report before
    /// @param limitedBy what keeps the writer from sending it more, in words; empty for nothing
    public record NodeReport(String node, long bulks, long limit, long refusals, long meanMillis, String limitedBy) {}

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT)
                .put("part", part)
                .put("member", member)
                .put("at_ms", at.toEpochMilli())
                .put("limited_by", limitedBy)
                .put("behind", behind.orElse(UNKNOWN));
        ArrayNode names = object.putArray("nodes");
        ArrayNode limiters = object.putArray("node_limiters");
        ArrayNode bulks = object.putArray("bulks");
        ArrayNode limits = object.putArray("limits");
        ArrayNode refusals = object.putArray("refusals");
        ArrayNode means = object.putArray("mean_ms");
        nodes.forEach(node -> {
            names.add(node.node());
            limiters.add(node.limitedBy());
            bulks.add(node.bulks());
            limits.add(node.limit());
            refusals.add(node.refusals());
            means.add(node.meanMillis());
        });
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not a report of this format
    public static MemberReport decode(byte[] value) {
        return StrictObject.decode("member report", FORMAT, value, object -> {
            String part = object.textOf("part");
            String member = object.textOf("member");
            Instant at = Instant.ofEpochMilli(object.longOf("at_ms"));
            String limitedBy = object.textOf("limited_by");
            long behind = object.longOf("behind");
            List<String> names = object.listOf("nodes");
            List<String> limiters = object.listOf("node_limiters");
            List<Long> bulks = object.longsOf("bulks");
            List<Long> limits = object.longsOf("limits");
            List<Long> refusals = object.longsOf("refusals");
            List<Long> means = object.longsOf("mean_ms");
            int count = names.size();
            if (List.of(limiters, bulks, limits, refusals, means).stream().anyMatch(list -> list.size() != count)) {
                throw new UnknownRecordException("member report: its lists are not of one length");
            }
            List<NodeReport> nodes = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                nodes.add(new NodeReport(
                        names.get(i), bulks.get(i), limits.get(i), refusals.get(i), means.get(i), limiters.get(i)));
            }
            return new MemberReport(
                    part,
                    member,
                    at,
                    limitedBy,
                    nodes,
                    behind == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(behind));
        });
    }
}
