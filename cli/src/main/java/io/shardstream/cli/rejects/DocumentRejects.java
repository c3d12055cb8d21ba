package io.shardstream.cli.rejects;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.common.contract.record.Replacement;
import io.shardstream.common.contract.record.Replayed;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.control.state.OpenRejects;
import io.shardstream.control.state.RejectOrder;
import io.shardstream.control.state.StateHash;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rejects of one id, in the order in which they were written. Only the newest body is kept in memory.
final class DocumentRejects {
    private final Bytes id;
    private final @Nullable String routing;
    private final VersionMode versions;
    private final List<Long> committed;
    private final OpenRejects open = new OpenRejects();
    private final Map<Long, String> replacedBy = new HashMap<>();
    private final List<Line> lines = new ArrayList<>();
    private Optional<Reject> newest = Optional.empty();
    private long newestVersion;
    private long newestOffset;

    /// What is shown of one reject.
    ///
    /// @param size of the source in bytes, -1 for a delete, 0 where it is not there
    /// @param state its hash
    private record Line(
            @Nullable String routing,
            String type,
            String reason,
            long version,
            int lane,
            long docsOffset,
            int size,
            long state) {}

    /// @param routing of the document that is meant, empty for none; null where all are
    /// @param versions which versions the run's documents have
    /// @param committed by lane, the offset below which every record has its outcome; read before the rejects are
    DocumentRejects(String id, @Nullable String routing, VersionMode versions, List<Long> committed) {
        this.committed = List.copyOf(committed);
        this.id = Bytes.utf8(id);
        this.routing = routing;
        this.versions = versions;
    }

    void add(RejectRecord record, int lane) {
        DocRecord document = record.document();
        String its = text(document.routing());
        if (!document.id().equals(id) || (routing != null && !routing.equals(Objects.requireNonNullElse(its, "")))) {
            return;
        }
        open.add(record, lane);
        switch (record) {
            case Reject reject -> add(reject, its, lane);
            case Replacement(var replaced, String by) -> replacedBy.put(StateHash.of(replaced), by);
            case Replayed _ -> {}
        }
    }

    private void add(Reject reject, @Nullable String its, int lane) {
        DocRecord document = reject.document();
        Bytes source = document.source();
        long version = document.version();
        if (lines.isEmpty()
                || (version != newestVersion
                        && new RejectOrder(versions)
                                .isNewer(version, reject.docsOffset(), newestVersion, newestOffset))) {
            newestVersion = version;
            newestOffset = reject.docsOffset();
        } else if (version == newestVersion) {
            newestOffset = Math.max(newestOffset, reject.docsOffset());
        }
        lines.add(new Line(
                its,
                reject.type(),
                reject.reason(),
                document.version(),
                lane,
                reject.docsOffset(),
                source == null ? -1 : source.length(),
                StateHash.of(document)));
        if (reject.hasBody()
                && source != null
                && version == newestVersion
                // The first of a state: a later one may be what somebody has made of it, and was refused as well.
                && newest.filter(known -> known.document().version() == version).isEmpty()) {
            newest = Optional.of(reject);
        }
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /// The bytes of the newest state that lies in Kafka with them.
    ///
    /// @throws RunRefusedException if there are none, or it is not clear of which document
    Bytes body() {
        if (lines.stream().map(Line::routing).distinct().count() > 1) {
            throw new RunRefusedException("Documents with the id " + id.utf8()
                    + " were rejected under several routings: say which with --routing, empty for none.");
        }
        return newest.map(Reject::document)
                .filter(document -> document.version() == newestVersion)
                .map(DocRecord::source)
                .orElseThrow(() -> new RunRefusedException("The bytes of " + id.utf8()
                        + " do not lie in Kafka in the newest state that was rejected: read them in the source."));
    }

    /// Lines for people.
    List<String> table() {
        List<String> text = new ArrayList<>();
        for (Line line : lines) {
            if (!text.isEmpty()) {
                text.add("");
            }
            row(text, "id", Printable.of(id.utf8()));
            if (line.routing() != null) {
                row(text, "routing", Printable.of(line.routing()));
            }
            row(text, "type", Printable.of(line.type()));
            row(text, "reason", Printable.of(line.reason()));
            row(text, "version", version(line.version()));
            row(text, "lane", Integer.toString(line.lane()));
            row(text, "offset", isPublished(line) ? Long.toString(line.docsOffset()) : "never published");
            row(text, "size", size(line));
            if (replacedBy.containsKey(line.state())) {
                row(text, "replaced", "by " + replacedBy.get(line.state()));
            }
            if (!open.isOpen(line.state(), committed)) {
                row(text, "taken", "when it was published again, or superseded by a newer state");
            }
        }
        return text;
    }

    private String version(long version) {
        if (versions == VersionMode.SOURCE || VersionWord.isForeign(version, VersionWord.MAX_SOURCE_SHARDS)) {
            return Long.toString(version);
        }
        VersionWord word = VersionWord.of(version);
        return "%d (lineage %d, source shard %d, _seq_no %d)"
                .formatted(version, word.lineage(), word.sourceShard(), word.seqNo());
    }

    private static String size(Line line) {
        return switch (line.size()) {
            case -1 -> "a delete";
            case 0 -> "its bytes do not lie in Kafka";
            default -> NumberText.count(line.size()) + " bytes";
        };
    }

    private static boolean isPublished(Line line) {
        return line.docsOffset() != Reject.NOT_PUBLISHED;
    }

    /// The same for machines.
    Map<String, Object> fields(String run) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("run", run);
        fields.put("id", id.utf8());
        fields.put("rejects", lines.stream().map(this::fields).toList());
        return fields;
    }

    private Map<String, Object> fields(Line line) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (line.routing() != null) {
            fields.put("routing", line.routing());
        }
        fields.put("type", line.type());
        fields.put("reason", line.reason());
        fields.put("version", line.version());
        fields.put("lane", line.lane());
        if (isPublished(line)) {
            fields.put("offset", line.docsOffset());
        }
        fields.put("delete", line.size() < 0);
        fields.put("bytes", Math.max(0, line.size()));
        fields.put("open", open.isOpen(line.state(), committed));
        String by = replacedBy.get(line.state());
        if (by != null) {
            fields.put("replaced_by", by);
        }
        return fields;
    }

    private static @Nullable String text(@Nullable Bytes bytes) {
        return bytes == null ? null : bytes.utf8();
    }

    private static void row(List<String> lines, String name, String value) {
        lines.add(String.format(Locale.ROOT, "%-8s %s", name, value));
    }
}
