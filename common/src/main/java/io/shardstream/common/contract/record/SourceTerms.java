package io.shardstream.common.contract.record;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The primary terms of the source's shards when the run was planned, under the key [#KEY] of the control
/// topic. Where a term has risen since, numbers may have been given out twice.
///
/// @param terms by source shard
public record SourceTerms(List<Long> terms) {
    /// The record's key in the control topic.
    public static final String KEY = "source_terms";

    private static final int FORMAT = 1;

    public SourceTerms {
        terms = List.copyOf(terms);
    }

    /// The shards that have another term now.
    public Set<Integer> changedUntil(SourceTerms now) {
        Set<Integer> changed = new HashSet<>();
        IntStream.range(0, now.terms.size())
                .filter(shard -> shard >= terms.size() || !terms.get(shard).equals(now.terms.get(shard)))
                .forEach(changed::add);
        return changed;
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT);
        ArrayNode all = object.putArray("terms");
        terms.forEach(all::add);
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static SourceTerms decode(byte[] value) {
        return StrictObject.decode("source terms", FORMAT, value, object -> new SourceTerms(object.longsOf("terms")));
    }
}
