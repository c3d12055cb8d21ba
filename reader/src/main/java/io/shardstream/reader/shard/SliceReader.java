package io.shardstream.reader.shard;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.log.About;
import io.shardstream.common.shard.page.Page;
import io.shardstream.common.shard.page.PageSize;
import io.shardstream.reader.publish.LaneSorter;
import io.shardstream.reader.publish.WindowRecords;
import io.shardstream.reader.source.Snapshot;
import io.shardstream.reader.source.SnapshotAnswer;
import io.shardstream.reader.source.Stretch;
import io.shardstream.reader.source.WindowAnswer;
import io.shardstream.reader.window.ByteBudget;
import io.shardstream.reader.window.DocumentTally;
import io.shardstream.reader.window.WindowWidth;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads one slice of a snapshot, stretch after stretch, each when the one before is in Kafka.
final class SliceReader {
    private static final Logger LOG = LoggerFactory.getLogger(SliceReader.class);

    /// Into how many parts a stretch is divided that was too much: a node that does not answer at all is
    /// found out with few questions.
    private static final int FEWER = 8;

    private final ReaderContext around;
    private final Snapshot snapshot;
    private final LaneSorter sorter;
    private final Part part;
    private final Consumer<UnaryOperator<WindowWidth>> learnt;
    private final Consumer<Exception> failed;

    private long behind = Page.NO_POSITION;
    /// Documents of the next stretch at most, after one that could not be read.
    private int narrow = Integer.MAX_VALUE;

    /// Whether it was told that questions are too much.
    private boolean isTold;

    private boolean alone;
    /// Questions in a row that were not answered in time.
    private int lateInARow;

    private boolean underWay;
    private boolean read;
    private boolean abandoned;
    private long total = SnapshotAnswer.NOT_TOLD;
    private long seen;
    private DocumentTally tally = DocumentTally.NOTHING;

    /// @param learnt told what follows for the width of all slices
    /// @param failed told why the slice cannot be read
    SliceReader(
            ReaderContext around,
            Snapshot snapshot,
            LaneSorter sorter,
            Part part,
            Consumer<UnaryOperator<WindowWidth>> learnt,
            Consumer<Exception> failed) {
        this.around = around;
        this.snapshot = snapshot;
        this.sorter = sorter;
        this.part = part;
        this.learnt = learnt;
        this.failed = failed;
    }

    /// Which part of a snapshot.
    ///
    /// @param above only documents whose number is above this
    /// @param upTo and at most this
    /// @param node the name of the node that has it
    record Part(int slice, int slices, long above, long upTo, String node) {}

    private record Gathered(SnapshotAnswer answer, WindowRecords harvest) {}

    /// Whether all of it is in Kafka.
    boolean isRead() {
        return read;
    }

    /// The documents that were published.
    DocumentTally tally() {
        return tally;
    }

    /// Whether a stretch is between request and acknowledgement.
    boolean isUnderWay() {
        return underWay;
    }

    void abandon() {
        abandoned = true;
    }

    /// Sends the next request if it may.
    ///
    /// @return how many were sent
    int step(WindowWidth width) {
        if (underWay || read || abandoned || !around.mayAsk(part.node())) {
            return 0;
        }
        ByteBudget.Share share = alone ? around.aloneTurn().take(1) : around.memory(responseLimit());
        if (share == null) {
            return 0;
        }
        underWay = true;
        int size = Math.min(width.page().documents(), narrow);
        Stretch stretch = new Stretch(part.slice(), part.slices(), behind, size, part.above(), part.upTo());
        boolean isAlone = alone;
        new PacedErrand(around, part.node())
                .run(
                        () -> gathered(
                                isAlone
                                        ? snapshot.readAlone(stretch.one())
                                        : snapshot.read(stretch, (int) responseLimit())),
                        gathered -> PacedErrand.bytesOf(gathered.answer().answer(), responseLimit()),
                        gathered -> answered(stretch, share, gathered),
                        e -> failed(stretch, share, e));
        return 1;
    }

    /// A failure ends the round, and all of the snapshot is read again: where less may be asked for, it is no
    /// failure.
    private void failed(Stretch stretch, ByteBudget.Share share, Exception e) {
        if (abandoned || !(e instanceof ElasticException elastic && elastic.mayBeOfDocuments())) {
            share.release();
            learnt.accept(WindowWidth::afterFailure);
            failed.accept(e);
            return;
        }
        learnt.accept(width -> width.with(width.page().afterTooMuch(stretch.size())));
        tell(elastic);
        if (alone) {
            share.release();
            failed.accept(new OneDocumentException("a document of " + what(), elastic));
        } else if (stretch.size() > 1 && needsPause(elastic)) {
            share.release();
            failed.accept(elastic);
        } else {
            readNarrower(stretch, share, FEWER);
        }
    }

    /// A circuit breaker answers at once, and asking again at once would be more of what it is too much. A
    /// node that is silent twice may hang, and another copy be the primary: the round ends, and fewer are
    /// asked for in the next.
    private boolean needsPause(ElasticException e) {
        boolean isLate = e instanceof ElasticException.Unreachable;
        lateInARow = isLate ? lateInARow + 1 : 0;
        return !isLate || lateInARow > 1;
    }

    private void tell(ElasticException e) {
        if (!isTold) {
            isTold = true;
            About.shard(sorter.shard())
                    .and(About.node(part.node()))
                    .in(LOG.atWarn())
                    .log("{}: {}; documents are asked for fewer at a time", what(), e.getMessage());
        }
    }

    private String what() {
        return around.plan().sourceIndex() + "[" + sorter.shard() + "]";
    }

    /// Twice the wanted size: how large the next documents are is not known.
    private long responseLimit() {
        return Math.min(Integer.MAX_VALUE - 8L, 2 * around.limits().windowBytes());
    }

    private Gathered gathered(SnapshotAnswer answer) {
        return new Gathered(
                answer,
                answer.answer() instanceof WindowAnswer.Whole whole
                        ? sorter.harvest(whole.hits(), whole.unread())
                        : WindowRecords.NOTHING);
    }

    private void answered(Stretch stretch, ByteBudget.Share share, Gathered gathered) {
        if (abandoned) {
            share.release();
            return;
        }
        switch (gathered.answer().answer()) {
            case WindowAnswer.Whole whole -> {
                if (!alone) {
                    share.keep(whole.heldBytes());
                    learnt.accept(width -> width.with(narrowed(stretch, width, whole)));
                }
                publish(share, gathered);
            }
            case WindowAnswer.Part part ->
                throw new IllegalStateException("a stretch of one document was given in parts: "
                        + part.left().size());
            case WindowAnswer.TooLarge tooLarge -> {
                learnt.accept(width -> width.with(width.page().afterTooLarge()));
                readNarrower(stretch, share);
            }
            case WindowAnswer.TooMany tooMany -> readNarrower(stretch, share);
            case WindowAnswer.Unreadable unreadable -> readNarrower(stretch, share);
        }
    }

    private static PageSize narrowed(Stretch stretch, WindowWidth width, WindowAnswer.Whole whole) {
        int found = whole.hits().size();
        return stretch.size() < width.page().documents()
                ? width.page().afterLess(found, whole.responseBytes(), whole.largestBytes())
                : width.page().after(found, whole.responseBytes(), whole.largestBytes());
    }

    private void readNarrower(Stretch stretch, ByteBudget.Share share) {
        readNarrower(stretch, share, 2);
    }

    private void readNarrower(Stretch stretch, ByteBudget.Share share, int parts) {
        share.release();
        underWay = false;
        alone = stretch.size() == 1;
        narrow = Math.max(1, stretch.size() / parts);
    }

    private void publish(ByteBudget.Share share, Gathered gathered) {
        DocumentTally more = gathered.harvest().tally();
        around.publisher().publish(gathered.harvest(), problem -> {
            share.release();
            if (problem != null) {
                failed.accept(problem);
            } else if (!abandoned) {
                around.published(sorter.shard(), more);
                acknowledged(gathered, more);
            }
        });
    }

    private void acknowledged(Gathered gathered, DocumentTally more) {
        SnapshotAnswer answer = gathered.answer();
        underWay = false;
        alone = false;
        lateInARow = 0;
        narrow = narrow < Integer.MAX_VALUE / 2 ? 2 * narrow : Integer.MAX_VALUE;
        tally = tally.plus(more);
        seen += gathered.harvest().size();
        total = Math.max(total, answer.total());
        behind = answer.position();
        if (answer.isEnd()) {
            end();
        }
    }

    private void end() {
        if (total == seen) {
            read = true;
        } else {
            failed.accept(new ElasticException.Malformed(
                    "A slice of a point in time that holds " + total + " documents brought " + seen));
        }
    }
}
