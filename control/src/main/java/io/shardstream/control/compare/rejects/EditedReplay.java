package io.shardstream.control.compare.rejects;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.state.lanes.Lanes;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// Publishes what an operator has edited in place of rejected states. Each line of the file must name the
/// newest state that was rejected of its document: what is made of an older one is older than what the source
/// has. All lines are looked at before the first is published.
///
/// Every rejected document is kept in memory by id.
public final class EditedReplay implements Republication {
    /// What changed the bytes, for people.
    private static final String BY = "an edited file";

    private final Lanes lanes;
    private final EditedFile file;
    private final long maxDocumentBytes;
    private final HeldFields fields;
    private final NewestRejects newest;
    private final Republishing republishing;

    /// @param maxDocumentBytes the most that a document may hold
    /// @param fields says which of them the target would never find
    /// @param living asked before anything is published, which of it the source still has
    /// @param permission asked before anything is published, again and again: throws when that may not be any
    ///     more
    public EditedReplay(
            Lanes lanes,
            EditedFile file,
            long maxDocumentBytes,
            HeldFields fields,
            LivingStates living,
            Runnable permission) {
        this.lanes = lanes;
        this.file = file;
        this.maxDocumentBytes = maxDocumentBytes;
        this.fields = fields;
        this.newest = NewestRejects.of(lanes.state(), Choice.ALL);
        this.republishing = new Republishing(lanes, newest, living, permission);
    }

    @Override
    public void publish() {
        lanes.forEachReject(newest::add);
        Set<DocumentKey> seen = new HashSet<>();
        file.forEach((document, line) -> {
            require(document, line);
            if (!seen.add(NewestRejects.keyOf(document))) {
                throw file.wrong(line, named(document) + " was there before.");
            }
        });
        if (seen.isEmpty()) {
            throw file.empty();
        }
        file.forEach((document, line) -> {
            require(document, line);
            republishing.addReplaced(document, BY);
        });
        republishing.send();
    }

    private void require(DocRecord document, int line) {
        NewestRejects.State state = newest.of(NewestRejects.keyOf(document));
        if (state == null) {
            throw file.wrong(
                    line, named(document) + " was not rejected under that routing: 'rejects list' shows what was.");
        }
        if (state.version() != document.version()) {
            throw file.wrong(
                    line,
                    named(document) + " was rejected last with version " + state.version() + ", the line says "
                            + document.version() + ": edit the state that 'rejects show' shows now.");
        }
        if (state.isDelete()) {
            throw file.wrong(line, named(document) + " was deleted in the source, and that was rejected.");
        }
        Bytes source = document.source();
        if (source != null && source.length() > maxDocumentBytes) {
            throw file.wrong(
                    line,
                    named(document) + " has " + source.length() + " bytes, and docs.max-document was "
                            + maxDocumentBytes + " when the run began.");
        }
        if (source != null) {
            fields.missing(source).ifPresent(why -> {
                throw file.wrong(line, "of " + named(document) + " " + why + ".");
            });
        }
    }

    private static String named(DocRecord document) {
        return "'" + Printable.of(document.id().utf8()) + "'";
    }

    @Override
    public long published() {
        return republishing.published();
    }

    @Override
    public Set<DocumentKey> documents() {
        return republishing.documents();
    }

    @Override
    public long bytes() {
        return republishing.bytes();
    }

    @Override
    public long withoutBody() {
        return 0;
    }

    @Override
    public Map<String, Long> refusals() {
        return republishing.givenUp();
    }

    @Override
    public long rejectedAgain() {
        return republishing.rejectedAgain();
    }
}
