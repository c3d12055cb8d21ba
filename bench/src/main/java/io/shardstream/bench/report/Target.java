package io.shardstream.bench.report;

import java.util.Locale;

/// What Shardstream wants to reach, each a figure that one command measures.
public enum Target {
    B1_4("B1", "whole pipeline against the best _reindex, 4 target shards", Bound.AT_LEAST, 0.85, "x"),
    B1_12("B1", "whole pipeline against the best _reindex, 12 target shards", Bound.AT_LEAST, 1.0, "x"),
    B1_24("B1", "whole pipeline against the best _reindex, 24 target shards", Bound.AT_LEAST, 1.15, "x"),
    B1M("B1m", "the same on three data nodes, each with a processor budget of its own", Bound.AT_LEAST, 1.3, "x"),
    B1B("B1b", "bytes between data nodes for each byte indexed, pinned", Bound.AT_MOST, 0.02, ""),
    B2("B2", "whole pipeline against elasticdump", Bound.AT_LEAST, 2.5, "x"),
    B3("B3", "reader publishing to Kafka against bare windows read into nothing", Bound.AT_LEAST, 0.8, "x"),
    B4("B4", "writer against ready-made one-shard bulks of a bare client", Bound.AT_LEAST, 0.95, "x"),
    B5("B5", "processor time of reader, broker and writer against the search cluster's", Bound.AT_MOST, 25, "%"),
    B6("B6", "finding and copying raw _source, per core", Bound.AT_LEAST, 1.5, "GB/s"),
    B6_TOKENS("B6", "the same against a token walk of jackson-core", Bound.AT_LEAST, 3, "x"),
    B7("B7", "from an acknowledged write to visible in the target, p99 at 1,000 writes/s", Bound.AT_MOST, 2, "s"),
    B8("B8", "from a SIGKILL to the full rate", Bound.AT_MOST, 10, "s"),
    B9("B9", "verification by version words, per core", Bound.AT_LEAST, 300_000, "docs/s"),
    B10("B10", "blocked time of a cut-over, writes until the block", Bound.AT_MOST, 1, "s"),
    B10_LARGE("B10", "the same, 10,000,000 documents and more", Bound.AT_MOST, 1.6, "s"),
    B10_QUIET("B10", "the same, nothing written since both sides were compared", Bound.AT_MOST, 0.8, "s"),
    B11("B11", "cost of a document in a large index against a small one", Bound.AT_MOST, 1.1, "x"),
    B12("B12", "a node goes away: until 64 writers have its lanes", Bound.AT_MOST, 5, "s"),
    B12_LINEAR(
            "B12", "throughput of up to 64 writers against what they and the nodes can do", Bound.AT_LEAST, 0.9, "x");

    private final String number;
    private final String what;
    private final Bound bound;
    private final double wanted;
    private final String unit;

    Target(String number, String what, Bound bound, double wanted, String unit) {
        this.number = number;
        this.what = what;
        this.bound = bound;
        this.wanted = wanted;
        this.unit = unit;
    }

    /// Which side of the wanted value is the good one.
    private enum Bound {
        AT_LEAST("≥"),
        AT_MOST("≤");

        private final String sign;

        Bound(String sign) {
            this.sign = sign;
        }
    }

    /// The number that the targets are known by, such as `B1`; several may share one.
    public String number() {
        return number;
    }

    public String what() {
        return what;
    }

    /// Such as `≥ 0.85 x`.
    public String wantedText() {
        return bound.sign + " " + text(wanted);
    }

    public boolean isReached(double value) {
        return switch (bound) {
            case AT_LEAST -> value >= wanted;
            case AT_MOST -> value <= wanted;
        };
    }

    /// A value of this target with its unit.
    public String text(double value) {
        String number = value >= 1000
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, value < 0.1 ? "%.4f" : "%.2f", value)
                        .replaceAll("\\.?0+$", "");
        return unit.isEmpty() ? number : number + " " + unit;
    }
}
