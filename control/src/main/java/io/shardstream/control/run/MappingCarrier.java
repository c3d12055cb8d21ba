package io.shardstream.control.run;

import io.shardstream.common.contract.record.CarriedMapping;
import io.shardstream.common.contract.record.OnSourceMappingChange;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.TargetShape;
import io.shardstream.common.elastic.AccessRefusals;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.RefusedUser;
import io.shardstream.control.index.target.FollowedMapping;
import io.shardstream.control.index.target.HeldMark;
import io.shardstream.control.index.target.HttpMappingSide;
import io.shardstream.control.index.target.MappingChange;
import io.shardstream.control.index.target.MappingComparison;
import io.shardstream.control.index.target.MappingLevels;
import io.shardstream.control.index.target.MappingShape;
import io.shardstream.control.index.target.MappingSide;
import io.shardstream.control.index.target.VersionedDefinition;
import io.shardstream.control.index.target.VersionedDefinition.Versions;
import io.shardstream.control.run.MappingDelivery.Refused;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.RunStage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Carries what changes in the source's mapping to the target, and says in the control topic how far it has
/// come; readers wait for that (decision 63).
final class MappingCarrier implements FollowedMapping {
    private static final Logger LOG = LoggerFactory.getLogger(MappingCarrier.class);
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    /// A call of a controller that was deposed may have arrived late.
    private static final Duration BETWEEN_COMPARISONS = Duration.ofSeconds(10);

    private static final String ACCESS = "mapping";

    private final String run;
    private final MappingSide source;
    private final MappingSide target;
    private final OnSourceMappingChange onChange;
    private final FollowedSettings settings;
    private final FollowedFields fields = new FollowedFields();
    private final AccessRefusals refusals;
    private final MappingStop stop = new MappingStop();
    private Instant nextLook = Instant.MIN;
    private Instant nextComparison = Instant.MIN;
    /// Whether what the target's mapping is can be told from what somebody else has made of it.
    private boolean isSettled;
    /// Whether nothing was carried to the target that is not recorded, so that what has changed is somebody
    /// else's.
    private boolean isAsRecorded;
    /// Whether this one has begun to carry something that is not recorded yet.
    private boolean isUnderWay;
    private String trouble = "";

    /// @param ownSettings full names of settings that the run file has for the target
    /// @param refusals told where a cluster does not let this process in
    MappingCarrier(
            String run,
            MappingSide source,
            MappingSide target,
            OnSourceMappingChange onChange,
            Set<String> ownSettings,
            AccessRefusals refusals) {
        this.run = run;
        this.source = source;
        this.target = target;
        this.onChange = onChange;
        this.settings = new FollowedSettings(ownSettings);
        this.refusals = refusals;
    }

    /// One over the real servers of a run.
    static MappingCarrier of(
            String run,
            RunPlan plan,
            ElasticCluster source,
            ElasticCluster target,
            ControlSettings settings,
            AccessRefusals refusals) {
        return new MappingCarrier(
                run,
                HttpMappingSide.of(source, plan.sourceIndex()),
                HttpMappingSide.ofTarget(target, plan.targetIndex(), run),
                settings.onSourceMappingChange(),
                settings.targetSettings(),
                refusals);
    }

    /// Another controller may have carried something since, in part only: it would be taken for somebody
    /// else's change. What this one has begun to carry, and has not recorded, may still arrive.
    void begin() {
        isSettled = false;
        isAsRecorded = false;
        nextComparison = Instant.MIN;
        fields.forget();
        stop.forget();
    }

    private static Optional<CarriedMapping> said(ControllerEpoch term) {
        return term.read(CarriedMapping.KEY, CarriedMapping::decode);
    }

    @Override
    public boolean isFollowed(ControllerEpoch term) {
        return said(term).isPresent();
    }

    @Override
    public boolean isShut(ControllerEpoch term) {
        return said(term).filter(CarriedMapping::isWhole).isPresent();
    }

    /// Whether a change of the target's mapping is somebody else's, as far as this one knows.
    boolean tellsOwnFromOthers(ControllerEpoch term) {
        return isSettled || isAsRecorded || !isFollowed(term);
    }

    /// Twice a second at most.
    @Override
    public void lookIfDue(ControllerEpoch term) {
        if (!term.clock().instant().isBefore(nextLook)) {
            boolean _ = holds(term);
        }
    }

    @Override
    public boolean holds(ControllerEpoch term) {
        Instant now = term.clock().instant();
        Optional<CarriedMapping> known = said(term);
        if (known.isEmpty()) {
            return true;
        }
        trouble = "";
        // Whoever waits for an answer of a server may look again meanwhile.
        nextLook = Instant.MAX;
        try {
            if (stop.holdsBack(now, term)) {
                return not(stop.why());
            }
            boolean isComplete = look(known.get(), now, term);
            refusals.passed(ACCESS);
            return isComplete;
        } catch (ElasticException e) {
            String why = String.valueOf(e.getMessage());
            LOG.debug("The source's mapping is carried later: {}", why);
            refusals.refused(ACCESS, e.isOfAccess() ? RefusedUser.sentence(e) : MappingWords.notNow(why));
            return not(why);
        } finally {
            nextLook = now.plus(BETWEEN_LOOKS);
        }
    }

    /// The same by what the target's mapping is now: whatever its versions, somebody may have replaced its
    /// `_meta`.
    boolean holdsAfterFullLook(ControllerEpoch term) {
        nextComparison = Instant.MIN;
        return holds(term);
    }

    private boolean not(String why) {
        trouble = why;
        return false;
    }

    @Override
    public String trouble() {
        return trouble;
    }

    @Override
    public boolean isRefused() {
        return stop.isUntold();
    }

    private boolean look(CarriedMapping before, Instant now, ControllerEpoch term) throws ElasticException {
        Versions versions = source.versions();
        boolean isSame = versions.equals(Versions.carriedBy(before));
        if (isSame && isSettled && now.isBefore(nextComparison)) {
            return true;
        }
        VersionedDefinition from = source.definition();
        if (!from.uuid().equals(term.plan().sourceUuid())) {
            // Whoever looks whether the source is the one that was planned says so.
            return not("the source is another index than the run began with");
        }
        // What an older state does not have would be taken away from the target.
        from.versions().requireNoneAfter(versions);
        from.versions().requireNoneAfter(Versions.carriedBy(before));
        VersionedDefinition to = target.definition();
        if (!to.uuid().equals(term.plan().targetUuid())) {
            return not("the target is another index than the run began with");
        }
        settings.tell(before, from, to, words(term));
        isAsRecorded = !isUnderWay && CarriedWord.isRecorded(HeldMark.carried(to.mapping()), before);
        boolean isSomebodys = isSomebodys(to, term);
        CarriedMapping known = leaving(before, changedThere(before, from, to, isSomebodys, term), term);
        List<MappingChange> changes = changes(known, from, to);
        boolean isShut = !known.isWhole() || (HeldMark.isHeld(to.mapping()) && MappingLevels.areShut(to.mapping()));
        if (isSame
                && from.versions().equals(versions)
                && isShut
                && changes.stream().allMatch(change -> FollowedFields.isLeft(known, change))) {
            fields.carried(from);
            isSettled = true;
            nextComparison = now.plus(BETWEEN_COMPARISONS);
            return true;
        }
        if (isSomebodys) {
            return not("somebody has changed the target's mapping");
        }
        if (isStoppedBefore(known, changes, now, term)) {
            return not(stop.why());
        }
        return carry(known, from, to, changes, now, term);
    }

    /// What somebody else has changed in the target is not taken for what was carried: whoever watches the
    /// target says so first. While it is cut over nobody does, and production must not wait for it.
    private boolean isSomebodys(VersionedDefinition to, ControllerEpoch term) {
        return (isSettled || isAsRecorded)
                && !(term.stage() instanceof RunStage.CuttingOver)
                && term.read(TargetShape.KEY, TargetShape::decode)
                        .filter(shape -> !shape.equals(MappingShape.of(to.mapping())))
                        .isPresent();
    }

    /// What somebody has changed in the target, and who watches the target has said, stays.
    private Map<String, String> changedThere(
            CarriedMapping known,
            VersionedDefinition from,
            VersionedDefinition to,
            boolean isUnsaid,
            ControllerEpoch term) {
        Map<String, String> there = new HashMap<>(settings.changedThere(known, from, to, words(term)));
        if (isAsRecorded && !isUnsaid && !(term.stage() instanceof RunStage.CuttingOver)) {
            there.putAll(fields.changedThere(known, from, to, words(term)));
        }
        return there;
    }

    private List<MappingChange> changes(CarriedMapping known, VersionedDefinition from, VersionedDefinition to) {
        List<MappingChange> changes = new ArrayList<>();
        if (known.isWhole()) {
            changes.addAll(settings.changes(known, from, to));
            changes.addAll(MappingComparison.whole(from.mapping(), to.mapping()));
        } else {
            changes.addAll(MappingComparison.besides(from.mapping(), to.mapping()));
        }
        return changes;
    }

    private static CarriedMapping leaving(CarriedMapping known, Map<String, String> more, ControllerEpoch term) {
        if (more.isEmpty()) {
            return known;
        }
        CarriedMapping leaving = known.leaving(more);
        term.write(CarriedMapping.KEY, leaving.encode());
        return leaving;
    }

    private MappingWords words(ControllerEpoch term) {
        return MappingWords.of(run, term.plan());
    }

    /// Whoever wants to be asked first is. What the source had when the run began was agreed on with the run
    /// file.
    private boolean isStoppedBefore(
            CarriedMapping known, List<MappingChange> changes, Instant now, ControllerEpoch term) {
        List<MappingChange> news = changes.stream()
                .filter(change -> !FollowedFields.isAccepted(known, change))
                .toList();
        if (onChange != OnSourceMappingChange.STOP || known.isOfTheBeginning() || news.isEmpty()) {
            return false;
        }
        stop.begin(words(term).changed(news), known.stoppedAt(MappingChange.digests(news)), now, term);
        return true;
    }

    private boolean carry(
            CarriedMapping known,
            VersionedDefinition from,
            VersionedDefinition to,
            List<MappingChange> changes,
            Instant now,
            ControllerEpoch term)
            throws ElasticException {
        List<MappingChange> wanted = changes.stream()
                .filter(change -> FollowedFields.isWanted(known, change))
                .toList();
        isSettled = false;
        isAsRecorded = false;
        isUnderWay = true;
        String word = CarriedWord.of(from.versions(), now);
        MappingDelivery delivery = new MappingDelivery(target, to, known.isWhole(), word, term::requireControl);
        boolean isBlocked = term.stage() instanceof RunStage.CuttingOver;
        List<Refused> refused = delivery.deliver(wanted, change -> fields.refusal(known, change), isBlocked);
        List<Refused> news = refused.stream()
                .filter(one -> !FollowedFields.isAccepted(known, one.change()))
                .filter(one -> !FollowedFields.isOfTheBeginning(known, one.change()))
                .toList();
        if (!news.isEmpty() && onChange != OnSourceMappingChange.NOTE) {
            stop.begin(
                    words(term).refusal(news),
                    known.stoppedAt(MappingChange.digests(
                            news.stream().map(Refused::change).toList())),
                    now,
                    term);
            fields.refused(stop.isUntold() ? refused : List.of());
            return not(stop.why());
        }
        fields.refused(List.of());
        List<Refused> unsaid = refused.stream()
                .filter(one -> !FollowedFields.isLeft(known, one.change()))
                .toList();
        if (!unsaid.isEmpty()) {
            LOG.warn("{}", words(term).refused(unsaid));
        }
        // What it has taken, it may give back in other words.
        VersionedDefinition after = target.definition();
        if (!after.uuid().equals(to.uuid())
                || !HeldMark.carried(after.mapping()).equals(delivery.word())) {
            throw new ElasticException.Malformed(
                    "the target does not tell its mapping as it was just changed: a node of it is cut off, or somebody"
                            + " else has changed _meta");
        }
        Map<String, String> left = new HashMap<>(FollowedFields.left(known, changes(known, from, after)));
        known.ownSettings().map(CarriedMapping::withOwnSettings).ifPresent(left::putAll);
        write(known, from, after, left, now, term);
        if (known.isWhole() && HeldMark.isHeld(to.mapping()) && !MappingLevels.areShut(to.mapping())) {
            LOG.warn("{}", words(term).shut());
        }
        if (!known.isOfTheBeginning() && !wanted.isEmpty()) {
            LOG.info("{}", words(term).followed(wanted));
        }
        return true;
    }

    private void write(
            CarriedMapping known,
            VersionedDefinition from,
            VersionedDefinition to,
            Map<String, String> left,
            Instant now,
            ControllerEpoch term) {
        Map<String, byte @Nullable []> records = new HashMap<>();
        records.put(
                CarriedMapping.KEY,
                new CarriedMapping(
                                from.versions().mapping(),
                                from.versions().settings(),
                                known.isWhole(),
                                known.isWhole() ? MAPPER.writeValueAsString(MappingLevels.of(from.mapping())) : "",
                                left,
                                Map.of())
                        .encode());
        records.put(TargetShape.KEY, MappingShape.of(to.mapping()).encode());
        term.write(records);
        fields.carried(from);
        isSettled = true;
        isUnderWay = false;
        nextComparison = now.plus(BETWEEN_COMPARISONS);
    }

    @Override
    public void open(ControllerEpoch term) throws ElasticException {
        Optional<CarriedMapping> known = said(term).filter(CarriedMapping::isWhole);
        if (known.isEmpty()) {
            return;
        }
        nextComparison = Instant.MIN;
        nextLook = Instant.MIN;
        VersionedDefinition to = target.definition();
        JsonNode levels = MAPPER.readTree(known.get().levels());
        if (!to.uuid().equals(term.plan().targetUuid()) || FollowedFields.isOpen(to.mapping(), levels)) {
            return;
        }
        isSettled = false;
        // What comes of it is this one's own.
        isAsRecorded = false;
        ObjectNode opening = MappingLevels.opening(levels, to.mapping());
        switch (target.release(HeldMark.released(opening, to.mapping()))) {
            case MappingSide.Outcome.Acknowledged _ -> {}
            case MappingSide.Outcome.Refused(String reason) ->
                throw new ElasticException.Malformed(
                        "The target refuses what the source's mapping says of new fields: " + reason);
            case MappingSide.Outcome.Unacknowledged _ ->
                throw new ElasticException.Malformed("The target has not acknowledged that it takes new fields again");
        }
    }
}
