package io.shardstream.cli.view;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.control.console.view.Progress;
import io.shardstream.control.state.LostRejects;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// What a process did for a run.
///
/// @param total the last progress
/// @param rejects what the target has refused in the end
/// @param docs documents that were written or rejected while it watched
/// @param bytes `_source` bytes of those that were written
/// @param time how long it watched
public record Summary(Progress total, RejectsLeft rejects, long docs, long bytes, Duration time) {
    private static final double MILLIS_PER_SECOND = 1000;

    static Summary of(Progress begin, Progress end, Duration time) {
        long docs = end.written() + end.rejected() - begin.written() - begin.rejected();
        return new Summary(
                end,
                new RejectsLeft(end.rejected(), end.lostRejects()),
                docs,
                end.bytesWritten() - begin.bytesWritten(),
                time);
    }

    /// The same with what Kafka says of rejects in the end: the last progress may be older.
    Summary with(RejectsLeft left) {
        return new Summary(total, left, docs, bytes, time);
    }

    /// The sentence for people.
    public String text() {
        return "The copy is complete: %s documents (%s), %s rejected; %s of them in %s here, %s docs/s, %s/s%s"
                .formatted(
                        NumberText.count(total.read()),
                        NumberText.bytes((double) total.bytesRead()),
                        NumberText.count(rejects.documents()),
                        NumberText.count(docs),
                        NumberText.time(time),
                        NumberText.count(Math.round(docsPerSecond())),
                        NumberText.bytes(bytesPerSecond()),
                        (rejects.documents() == 0
                                        ? ""
                                        : ". The target lacks what it rejected, or has it in an older state: it lies in the"
                                                + " run's rejects topic, with the reason of each")
                                + rejects.besides()
                                + LostRejects.sentence(rejects.lost(), true)
                                        .map(lost -> ". " + lost)
                                        .orElse(""));
    }

    /// The same for machines.
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("phase", "completed");
        fields.put("read_docs", total.read());
        fields.put("read_bytes", total.bytesRead());
        fields.put("written_docs", total.written());
        rejects.putInto(fields);
        fields.put("seconds_here", time.toMillis() / MILLIS_PER_SECOND);
        fields.put("docs_here", docs);
        fields.put("docs_per_second_here", Math.round(docsPerSecond()));
        fields.put("bytes_per_second_here", Math.round(bytesPerSecond()));
        return fields;
    }

    private double docsPerSecond() {
        return perSecond(docs);
    }

    private double bytesPerSecond() {
        return perSecond(bytes);
    }

    private double perSecond(long amount) {
        return time.isZero() ? 0 : amount * MILLIS_PER_SECOND / time.toMillis();
    }
}
