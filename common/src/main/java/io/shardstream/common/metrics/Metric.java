package io.shardstream.common.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Every number that a process may export, with the labels that it has beside `run`. The dashboard, the alert rules
/// and the table in `docs/running.md` are checked against this list, and this list against what is printed.
///
/// Labels are bounded: shards and lanes by their number, nodes by those that a process has met, `client_id` by what
/// this program calls its clients, types of rejects by what the ledger tells apart. None holds an id or a sentence.
public enum Metric {
    // ---- readers
    DOCS_READ(
            "reindex_docs_read_total",
            Type.COUNTER,
            "Documents read and acknowledged by Kafka; one that is read again counts again.",
            Label.SHARD),
    BYTES_READ("reindex_bytes_read_total", Type.COUNTER, "The bytes of the sources of documents read.", Label.SHARD),
    INFLIGHT_WINDOWS(
            "reindex_inflight_windows",
            Type.GAUGE,
            "Windows between the request for them and Kafka's acknowledgement.",
            Label.SHARD),

    // ---- writers
    DOCS_WRITTEN(
            "reindex_docs_written_total",
            Type.COUNTER,
            "Records that got their outcome: applied, superseded (the target had something newer, or the same) or"
                    + " rejected; one that comes again counts again.",
            Label.NODE,
            Label.OUTCOME),
    BYTES_WRITTEN(
            "reindex_bytes_written_total",
            Type.COUNTER,
            "The bytes of the sources of records that got their outcome.",
            Label.NODE),
    BULK_DURATION(
            "reindex_bulk_duration_seconds",
            Type.HISTOGRAM,
            "From when a bulk was sent until its answer was there, whatever it says, or it was given up.",
            Label.NODE),
    BULK_REJECTIONS(
            "reindex_bulk_rejections_total",
            Type.COUNTER,
            "Bulks that were not taken, or not all of them, and are sent again, by why: overload, memory, block,"
                    + " no answer.",
            Label.NODE,
            Label.REASON),
    INFLIGHT_BULKS("reindex_inflight_bulks", Type.GAUGE, "Bulks under way.", Label.NODE),
    INFLIGHT_LIMIT(
            "reindex_inflight_limit",
            Type.GAUGE,
            "Bulks that may be under way; 0 while the node gets nothing.",
            Label.NODE),

    // ---- readers and writers
    ASSIGNED(
            "reindex_assigned",
            Type.GAUGE,
            "Source shards that a reader holds, lanes that a writer holds.",
            Label.PART),
    HELD_BACK(
            "reindex_held_back_total",
            Type.COUNTER,
            "How often work that was there found no way, by what was in it: what grows fastest makes the run as fast"
                    + " as it is.",
            Label.PART,
            Label.NODE,
            Label.REASON),

    // ---- control
    PHASE("reindex_phase", Type.GAUGE, "1 for the phase that the run is in, 0 for the others.", Label.PHASE),
    VIEW_AGE(
            "reindex_view_age_seconds",
            Type.GAUGE,
            "How old the figures of the run are, which a process repeats while it cannot see Kafka."),
    PAUSED("reindex_paused", Type.GAUGE, "1 while the run is paused, or its throttle lets nothing begin."),
    BLOCKED("reindex_blocked", Type.GAUGE, "1 for a part of the run that waits for a person.", Label.PART),
    WRITES_REFUSED(
            "reindex_writes_refused",
            Type.GAUGE,
            "1 while clients' writes to production are refused, or may be, because the run has blocked them."),
    GOAL_DOCS("reindex_goal_docs", Type.GAUGE, "Documents that were in the source at the start."),
    DONE_DOCS("reindex_done_docs", Type.GAUGE, "Documents written or rejected, as status tells them."),
    PROGRESS("reindex_progress_ratio", Type.GAUGE, "How much of the source at the start has its outcome, 0 to 1."),
    GOAL_READ(
            "reindex_goal_read",
            Type.GAUGE,
            "1 while every source shard is read as far as it reached at the start, or when another history of it was"
                    + " accepted; 0 before, when nobody knows how far the run is behind."),
    ETA("reindex_eta_seconds", Type.GAUGE, "Time that is left at this rate; missing while nothing moves."),
    LAG_OPERATIONS(
            "reindex_lag_operations",
            Type.GAUGE,
            "Operations that the source has and the run has not read; missing before the backfill is read."),
    SHARD_LAG(
            "reindex_shard_lag_operations",
            Type.GAUGE,
            "Operations that a source shard has and the run has not read; missing before the backfill is read, and"
                    + " while the source does not answer.",
            Label.SHARD),
    SHARD_READ(
            "reindex_shard_read_operations",
            Type.GAUGE,
            "How far a source shard is read: operations by their number, from the first one on.",
            Label.SHARD),
    LAG_RECORDS("reindex_lag_records", Type.GAUGE, "Records of a lane that have no outcome yet.", Label.LANE),
    WRITTEN_RECORDS(
            "reindex_written_records",
            Type.GAUGE,
            "Records of a lane that have their outcome, those among them that Kafka keeps no more.",
            Label.LANE),
    LAG_BYTES("reindex_lag_bytes", Type.GAUGE, "Bytes of documents in all lanes that wait for writers, estimated."),
    BACKLOG_HEADROOM(
            "reindex_backlog_headroom_ratio",
            Type.GAUGE,
            "What is left of docs.max-backlog, 0 to 1; at 0 readers wait for writers."),
    REJECTS(
            "reindex_rejects_total",
            Type.COUNTER,
            "Rejects by type of error; those beyond the 32 most frequent types are counted as one, other types.",
            Label.TYPE),
    OPEN_REJECTS("reindex_open_rejects", Type.GAUGE, "Rejected documents that were not taken since."),
    MISSING_OF_START(
            "reindex_missing_of_start_docs",
            Type.GAUGE,
            "Documents of the start that a complete copy lacks at least, as they were changed or deleted before they"
                    + " were read."),
    VERIFY_MISMATCHED_DOCS(
            "reindex_verify_mismatched_docs",
            Type.GAUGE,
            "Differences that the last verify has found; missing before the first."),
    GUARD_RATE(
            "reindex_guard_rate_bytes",
            Type.GAUGE,
            "Bytes a second that the guard of production allows; missing where nothing is guarded.",
            Label.SIDE,
            Label.NODE),
    GUARD_BREACHED(
            "reindex_guard_breached",
            Type.GAUGE,
            "1 while production misses its objective on a node, waits in a long queue or is refused something.",
            Label.SIDE,
            Label.NODE),

    // ---- Kafka's clients, by the names that Micrometer gives them elsewhere
    KAFKA_RECORDS_SENT("kafka_producer_record_send_total", Type.COUNTER, "Records sent.", Label.CLIENT_ID),
    KAFKA_BYTES_SENT("kafka_producer_outgoing_byte_total", Type.COUNTER, "Bytes sent to brokers.", Label.CLIENT_ID),
    KAFKA_SEND_RETRIES("kafka_producer_record_retry_total", Type.COUNTER, "Records sent once more.", Label.CLIENT_ID),
    KAFKA_SEND_ERRORS(
            "kafka_producer_record_error_total", Type.COUNTER, "Records that could not be sent.", Label.CLIENT_ID),
    KAFKA_RECORDS_CONSUMED(
            "kafka_consumer_fetch_manager_records_consumed_total", Type.COUNTER, "Records read.", Label.CLIENT_ID),
    KAFKA_BYTES_CONSUMED(
            "kafka_consumer_fetch_manager_bytes_consumed_total", Type.COUNTER, "Bytes read.", Label.CLIENT_ID),
    KAFKA_REBALANCES(
            "kafka_consumer_coordinator_rebalance_total",
            Type.COUNTER,
            "Rebalances of the consumer's group.",
            Label.CLIENT_ID),

    // ---- the process, by Micrometer's names
    HEAP_USED("jvm_memory_used_bytes", Type.GAUGE, "Memory in use.", Label.AREA, Label.ID),
    HEAP_MAX("jvm_memory_max_bytes", Type.GAUGE, "Memory that may be used; -1 without limit.", Label.AREA, Label.ID),
    GC_PAUSE(
            "jvm_gc_pause_seconds",
            Type.SUMMARY,
            "Pauses for garbage; missing before the first.",
            Label.ACTION,
            Label.CAUSE,
            Label.GC),
    THREADS("jvm_threads_live_threads", Type.GAUGE, "Threads, virtual ones not counted."),
    PROCESS_CPU("process_cpu_usage", Type.GAUGE, "Part of the machine's processors that this process uses, 0 to 1."),
    UPTIME("process_uptime_seconds", Type.GAUGE, "Since this process started.");

    /// The label that everything has.
    public static final String RUN = "run";

    /// How a number behaves.
    public enum Type {
        /// Rises while the process lives.
        COUNTER,
        GAUGE,
        /// How often something took how long, in buckets.
        HISTOGRAM,
        /// How often something took how long in all.
        SUMMARY
    }

    private final String metricName;
    private final Type type;
    private final String help;

    /// Cannot be changed.
    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> labels;

    Metric(String metricName, Type type, String help, String... labels) {
        this.metricName = metricName;
        this.type = type;
        this.help = help;
        this.labels = List.of(labels);
    }

    /// As Prometheus calls it.
    public String metricName() {
        return metricName;
    }

    public Type type() {
        return type;
    }

    /// What it counts or measures, in a sentence.
    public String help() {
        return help;
    }

    /// Names of its labels beside [#RUN].
    public List<String> labels() {
        return labels;
    }

    /// The names under which Prometheus keeps it.
    public List<String> series() {
        return switch (type) {
            case COUNTER, GAUGE -> List.of(metricName);
            case HISTOGRAM ->
                List.of(metricName + "_bucket", metricName + "_count", metricName + "_sum", metricName + "_max");
            case SUMMARY -> List.of(metricName + "_count", metricName + "_sum", metricName + "_max");
        };
    }

    public static Optional<Metric> named(String name) {
        return Arrays.stream(values())
                .filter(metric -> metric.metricName.equals(name))
                .findFirst();
    }

    /// Names of labels.
    private static final class Label {
        private static final String SHARD = "shard";
        private static final String LANE = "lane";
        private static final String NODE = "node";
        private static final String SIDE = "side";
        private static final String PART = "part";
        private static final String OUTCOME = "outcome";
        private static final String REASON = "reason";
        private static final String PHASE = "phase";
        private static final String TYPE = "type";
        private static final String CLIENT_ID = "client_id";
        private static final String AREA = "area";
        private static final String ID = "id";
        private static final String ACTION = "action";
        private static final String CAUSE = "cause";
        private static final String GC = "gc";
    }
}
