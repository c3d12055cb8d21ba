package io.shardstream.control.run.block;

import io.shardstream.common.contract.record.CutoverNotes;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SourceCopy;
import io.shardstream.common.contract.record.SourceHistories;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.ShardReach;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The copies that cut-overs of a run have made of the source, so that there is a way back when the swap has
/// deleted it.
///
/// Each attempt has a name of its own, so that a call that arrives late never touches the copy that counts. A
/// copy is this run's only while the control topic names it and it has an alias of this run, which is given
/// in the same call that makes it.
public final class SourceCopies {
    /// Longer names of indices are refused (`MetadataCreateIndexService.MAX_INDEX_NAME_BYTES`).
    private static final int LONGEST_NAME = 255;

    private static final String BEFORE = "-before-";
    private static final Logger LOG = LoggerFactory.getLogger(SourceCopies.class);

    private final Sides sides;
    private final ControllerEpoch term;

    public SourceCopies(Sides sides, ControllerEpoch term) {
        this.sides = sides;
        this.term = term;
    }

    /// Why no copy can be made, for reasons that no attempt is needed for.
    public Optional<String> obstacle() {
        int most = nameOf(Long.MAX_VALUE, Integer.MAX_VALUE).getBytes(StandardCharsets.UTF_8).length;
        return most <= LONGEST_NAME
                ? Optional.empty()
                : Optional.of("the name of '" + term.plan().sourceIndex() + "' is too long for a copy '"
                        + term.plan().sourceIndex() + BEFORE
                        + "...' of it: cutover.replace-index without-way-back makes"
                        + " none");
    }

    /// Makes a copy, or finds the one that an earlier controller has made. To be called while nobody writes
    /// to the source. Only the one that is returned is known as whole from then on, and so as the way back
    /// ([#after]).
    ///
    /// @param cutover id of the request
    /// @param numbers the source's, by shard, which the copy must have too
    /// @return empty if it must be tried again
    public Optional<SourceCopy> make(String cutover, List<Long> numbers) throws ElasticException {
        boolean isAnyUnderWay = false;
        Optional<SourceCopy> made = Optional.empty();
        for (SourceCopy known : of(cutover)) {
            Optional<FoundIndex> found = found(known).filter(index -> isOurs(index, known));
            if (found.isEmpty()) {
                forgetUuid(known);
            } else if (!found.get().trouble().isEmpty()) {
                isAnyUnderWay = true;
            } else {
                List<ShardReach> reach = sides.source().reach(known.index());
                if (made.isEmpty() && ShardReach.highest(reach).equals(numbers)) {
                    made = Optional.of(whole(known, found.get(), reach));
                } else {
                    forgetUuid(known);
                }
            }
        }
        if (made.isPresent()) {
            forgetOthers(cutover, made.get());
        } else if (!isAnyUnderWay) {
            begin(cutover);
        }
        return made;
    }

    private void forgetOthers(String cutover, SourceCopy made) {
        of(cutover).stream().filter(copy -> !copy.index().equals(made.index())).forEach(this::forgetUuid);
    }

    /// Told before it is asked for, so that it is found again whoever controls the run then.
    private void begin(String cutover) throws ElasticException {
        String name = nameOf(term.epoch(), term.nextBlock());
        SourceCopy copy = new SourceCopy(cutover, name, "", term.clock().instant());
        term.write(SourceCopy.key(name), copy.encode());
        sides.source().copy(term.plan().sourceIndex(), name, sides.sourceBlock().nextName());
    }

    private String nameOf(long epoch, int number) {
        RunPlan plan = term.plan();
        return plan.sourceIndex()
                + BEFORE
                + String.format(Locale.ROOT, "%08x-%d-%d", plan.id().hashCode(), epoch, number);
    }

    private SourceCopy whole(SourceCopy known, FoundIndex found, List<ShardReach> reach) {
        if (known.isWhole()) {
            return known;
        }
        SourceCopy whole = known.withUuid(found.uuid());
        SourceHistories histories = new SourceHistories(known.request(), ShardReach.histories(reach));
        term.write(
                Map.of(SourceCopy.key(whole.index()), whole.encode(), SourceHistories.KEY_OF_COPY, histories.encode()));
        return whole;
    }

    private void forgetUuid(SourceCopy known) {
        if (known.isWhole()) {
            term.write(SourceCopy.key(known.index()), known.withUuid("").encode());
        }
    }

    private Optional<FoundIndex> found(SourceCopy copy) throws ElasticException {
        return sides.source().find(copy.index()).stream()
                .filter(index -> index.name().equals(copy.index()))
                .findFirst();
    }

    private boolean isOurs(FoundIndex found, SourceCopy known) {
        return (!known.isWhole() || known.uuid().equals(found.uuid()))
                && sides.names().isLastToBlock(found.aliases());
    }

    private List<SourceCopy> all() {
        return term.all(SourceCopy.KEY_PREFIX, SourceCopy::decode);
    }

    private List<SourceCopy> of(String cutover) {
        return all().stream().filter(copy -> copy.request().equals(cutover)).toList();
    }

    /// The sides as a swap has left them: where the notes say that it deleted the source, its copy stands for
    /// it.
    public static Sides after(Sides sides, ControllerEpoch term, CutoverNotes notes) {
        return instead(new SourceCopies(sides, term).all(), term.plan(), notes)
                .map(sides::withCopy)
                .orElse(sides);
    }

    /// The copy that stands for the source where the notes say that the swap deleted that.
    ///
    /// @param all that the control topic names
    public static Optional<SourceCopy> instead(List<SourceCopy> all, RunPlan plan, CutoverNotes notes) {
        return isReplaced(plan, notes)
                ? all.stream()
                        .filter(copy -> copy.request().equals(notes.request().id()) && copy.isWhole())
                        .findFirst()
                : Optional.empty();
    }

    /// Whether the swap was to make the source's name an alias.
    public static boolean isReplaced(RunPlan plan, CutoverNotes notes) {
        return notes.aliases()
                .filter(names -> names.contains(plan.sourceIndex()))
                .isPresent();
    }

    /// What becomes of the copies of a cut-over that is taken back, as a sentence; empty if it has made none.
    public String leftBy(String cutover) {
        List<String> names = of(cutover).stream().map(SourceCopy::index).toList();
        if (names.isEmpty()) {
            return "";
        }
        return mayBeLast()
                ? " Keep " + FoundIndex.quoted(names) + " unless '"
                        + term.plan().sourceIndex() + "' is there: it may be the last copy."
                : " The run deletes its copy " + FoundIndex.quoted(names)
                        + " of the source next; if that stays, delete it.";
    }

    private boolean mayBeLast() {
        try {
            return !isSourceThere();
        } catch (ElasticException e) {
            return true;
        }
    }

    private boolean isSourceThere() throws ElasticException {
        return isThere(term.plan().sourceIndex(), term.plan().sourceUuid());
    }

    private boolean isThere(String index, String uuid) throws ElasticException {
        return FoundIndex.of(sides.source(), index, uuid).isPresent();
    }

    /// Deletes the copies that nobody needs: those of cut-overs that are over, but for the one that is the
    /// way back. To be called when that is written down, since until then a later controller may go on with
    /// the cut-over. All of them stay where neither the source nor a copy that is needed is there: one may be
    /// the last copy. The caller says whether one that cannot be deleted is tried again.
    ///
    /// @return names of those that could not be deleted
    public List<String> tidy() {
        List<String> left = new ArrayList<>();
        for (SourceCopy copy : unneeded()) {
            try {
                if (isSourceThere() || isNeededThere()) {
                    delete(copy);
                } else {
                    leave(copy);
                }
            } catch (ElasticException e) {
                LOG.debug("Copy '{}' of the source could not be deleted: {}", copy.index(), e.getMessage());
                left.add(copy.index());
            }
        }
        return left;
    }

    /// The copies that the control topic names and nobody needs.
    public List<SourceCopy> unneeded() {
        Optional<String> needed = sides.copy().map(SourceCopy::index);
        return all().stream()
                .filter(copy -> !needed.equals(Optional.of(copy.index())))
                .toList();
    }

    /// What is left of copies when the run ends and deletes nothing any more, as a sentence behind a space;
    /// empty if nothing is.
    public String leftForGood() {
        List<String> names = unneeded().stream().map(SourceCopy::index).toList();
        return names.isEmpty()
                ? ""
                : " The run could not delete its copy " + FoundIndex.quoted(names) + " of the source: delete it.";
    }

    private boolean isNeededThere() throws ElasticException {
        Optional<SourceCopy> needed = sides.copy();
        return needed.isPresent() && isThere(needed.get().index(), needed.get().uuid());
    }

    private void leave(SourceCopy copy) throws ElasticException {
        if (found(copy).isPresent()) {
            LOG.warn(
                    "Index '{}' is left alone: it is a copy of source index '{}', which is gone, so it may be the last"
                            + " copy. Keep it until you know where its documents are",
                    copy.index(),
                    term.plan().sourceIndex());
        }
        term.write(SourceCopy.key(copy.index()), null);
    }

    /// One that somebody uses, or that is not the run's as far as the servers say, is left to them.
    private void delete(SourceCopy copy) throws ElasticException {
        Optional<FoundIndex> found = found(copy);
        if (found.isPresent()) {
            boolean isUsed = !found.get().production().isEmpty();
            if (isUsed || !isOurs(found.get(), copy)) {
                LOG.warn(
                        "Index '{}' is left alone: a cut-over that is over made a copy of that name, but this one is in"
                                + " use or not the run's. Delete it if nobody needs it",
                        copy.index());
            } else {
                term.requireControl();
                LOG.info("Copy '{}' of the source is deleted: the cut-over that made it is over", copy.index());
                sides.source().delete(copy.index());
            }
        }
        term.write(SourceCopy.key(copy.index()), null);
    }
}
