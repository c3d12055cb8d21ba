package io.shardstream.common.contract.record;

import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The source shards in which a comparison of the run has found documents with other contents than the
/// target's, under the key [#KEY] of the control topic. A sample that is drawn anew may miss those documents,
/// so every later comparison reads all documents of these shards, until one has found both sides equal: then
/// there is no such record.
///
/// Older versions pass over it, and draw a sample.
///
/// @param shards at least one, each 0 to 1023
public record DifferentContents(Set<Integer> shards) {
    /// The record's key in the control topic.
    public static final String KEY = "different_contents";

    private static final int FORMAT = 1;
    private static final int MOST_SHARD = 1023;

    public DifferentContents {
        shards = Set.copyOf(shards);
        if (shards.isEmpty() || shards.stream().anyMatch(shard -> shard < 0 || shard > MOST_SHARD)) {
            throw new IllegalArgumentException("different contents must be in some shards of 0 to 1023, got " + shards);
        }
    }

    /// Which shards are to stand under the key once one comparison has changed what it found there, and
    /// others may have, too.
    ///
    /// @param now the shards that stand there
    /// @param before those that stood there before the comparison
    /// @param after those that it leaves
    public static Set<Integer> changed(Set<Integer> now, Set<Integer> before, Set<Integer> after) {
        Set<Integer> all = new TreeSet<>(now);
        all.removeIf(shard -> before.contains(shard) && !after.contains(shard));
        after.stream().filter(shard -> !before.contains(shard)).forEach(all::add);
        return Set.copyOf(all);
    }

    /// What is written for these shards; null for none.
    public static byte @Nullable [] valueOf(Set<Integer> shards) {
        return shards.isEmpty() ? null : new DifferentContents(shards).encode();
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT);
        ArrayNode all = object.putArray("shards");
        new TreeSet<>(shards).forEach(all::add);
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static DifferentContents decode(byte[] value) {
        return StrictObject.decode("different contents", FORMAT, value, object -> {
            Set<Integer> shards = new TreeSet<>();
            for (long shard : object.longsOf("shards")) {
                if (shard < 0 || shard > MOST_SHARD || !shards.add((int) shard)) {
                    throw new UnknownRecordException("different contents: " + shard + " is no shard, or there twice");
                }
            }
            return new DifferentContents(shards);
        });
    }
}
