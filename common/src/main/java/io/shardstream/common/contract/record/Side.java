package io.shardstream.common.contract.record;

import java.util.Arrays;

/// One of the two ends of a run.
public enum Side {
    /// Where readers work.
    SOURCE("source", "reading"),
    /// Where writers work.
    TARGET("target", "writing");

    private final String label;
    private final String work;

    Side(String label, String work) {
        this.label = label;
        this.work = work;
    }

    public String label() {
        return label;
    }

    /// What a run does there.
    public String work() {
        return work;
    }

    public Side other() {
        return this == SOURCE ? TARGET : SOURCE;
    }

    static Side of(String label) {
        return Arrays.stream(values())
                .filter(side -> side.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new UnknownRecordException("guard: side is not known: " + label));
    }
}
