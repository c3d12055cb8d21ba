package io.shardstream.control.compare.version;

import java.util.ArrayList;
import java.util.List;

/// How the target's documents with certain words are found.
public sealed interface WordLookup {
    /// Says it for people.
    ///
    /// @return a part of a sentence behind `looked for`; empty if there is nothing to say
    String how();

    /// Memory that it takes, in bytes.
    long bytes();

    /// Its servers are asked for the versions.
    record ByVersion() implements WordLookup {
        @Override
        public String how() {
            return "";
        }

        @Override
        public long bytes() {
            return 0;
        }
    }

    /// Its servers do not say which documents have a version, as OpenSearch does not. Words are known by the
    /// own numbers of the documents, and servers are asked for these.
    ///
    /// @param shards by target shard, every document that was read
    record ByOwnNumber(List<OwnWords> shards) implements WordLookup {
        public ByOwnNumber {
            shards = List.copyOf(shards);
        }

        @Override
        public String how() {
            return " by the target's own numbers";
        }

        /// With what was read later.
        ///
        /// @param later by target shard
        public ByOwnNumber plus(List<OwnWords> later) {
            List<OwnWords> all = new ArrayList<>();
            for (int shard = 0; shard < shards.size(); shard++) {
                all.add(shards.get(shard).plus(later.get(shard)));
            }
            return new ByOwnNumber(all);
        }

        @Override
        public long bytes() {
            return shards.stream().mapToLong(OwnWords::bytes).sum();
        }
    }
}
