package io.shardstream.control.compare.rejects;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.LineBuffer;
import io.shardstream.common.contract.bytes.SourceLine;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RejectRecord;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.state.RejectOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/// The newest rejected state of each document as a line of an [EditedFile], without the comments that servers
/// take for a part of a document and tools that read JSON do not. The rejects are passed by twice: first to
/// [#add], then, after [#choose], to [#line].
public final class EditableRejects {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int AROUND = 64;

    private final NewestRejects newest;
    private final Set<DocumentKey> written = new HashSet<>();

    /// @param order of the run's versions
    /// @param committed by lane, the offset below which every record has its outcome; read before the rejects
    ///     are
    public EditableRejects(Choice choice, RejectOrder order, List<Long> committed) {
        this.newest = new NewestRejects(choice, order, committed);
    }

    public void add(RejectRecord record, int lane) {
        newest.add(record, lane);
    }

    /// @throws io.shardstream.control.state.finding.RunRefusedException if something was named that is not
    ///     there
    public void choose() {
        newest.choose();
    }

    /// The line, with its line feed; empty if the record is not the newest state of a chosen document, or the
    /// state cannot be a line.
    public Optional<Bytes> line(RejectRecord record) {
        DocRecord document = record.document();
        Bytes source = document.source();
        DocumentKey key = NewestRejects.keyOf(document);
        if (!(record instanceof Reject reject) || source == null || !newest.isLast(reject) || written.contains(key)) {
            return Optional.empty();
        }
        StringBuilder begin = new StringBuilder("{\"_id\":").append(quoted(document.id()));
        Bytes routing = document.routing();
        if (routing != null) {
            begin.append(",\"_routing\":").append(quoted(routing));
        }
        begin.append(",\"_version\":").append(document.version()).append(",\"_source\":");
        byte[] head = begin.toString().getBytes(StandardCharsets.UTF_8);
        LineBuffer line = new LineBuffer((long) head.length + source.length() + AROUND);
        line.add(head);
        if (!SourceLine.writeWithoutComments(line, source)) {
            return Optional.empty();
        }
        // Behind the line's end goes what closes the line of the file.
        line.cutTo(line.length() - 1);
        line.add("}\n".getBytes(StandardCharsets.UTF_8));
        written.add(key);
        return Optional.of(line.toBytes());
    }

    /// Of how many documents a line was made.
    public long written() {
        return written.size();
    }

    /// How many of the chosen documents no line was made of: their bytes do not lie in Kafka or cannot be one
    /// line, or they are deletes; to be asked in the end.
    public long leftOut() {
        return (long) newest.size() - written.size();
    }

    private static String quoted(Bytes text) {
        return JSON.writeValueAsString(text.utf8());
    }
}
