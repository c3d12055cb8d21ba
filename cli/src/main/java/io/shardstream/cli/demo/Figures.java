package io.shardstream.cli.demo;

/// What the copy took.
///
/// @param documents live documents of the source
/// @param readSeconds from the start of readers and writers until everything was in Kafka
/// @param writeSeconds from the first document written until the last
/// @param totalSeconds from the start of readers and writers until the target held everything
/// @param readerKills SIGKILLs of readers
/// @param writerKills SIGKILLs of writers
record Figures(
        long documents,
        double readSeconds,
        double writeSeconds,
        double totalSeconds,
        int readerKills,
        int writerKills) {
    long readPerSecond() {
        return perSecond(readSeconds);
    }

    long writtenPerSecond() {
        return perSecond(writeSeconds);
    }

    long copiedPerSecond() {
        return perSecond(totalSeconds);
    }

    private long perSecond(double seconds) {
        return seconds <= 0 ? 0 : Math.round(documents / seconds);
    }
}
