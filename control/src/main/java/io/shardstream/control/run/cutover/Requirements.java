package io.shardstream.control.run.cutover;

import io.shardstream.common.contract.bytes.FullStop;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AnchorTrial;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.index.server.AddressRule;
import io.shardstream.control.run.block.CutoverContext;
import io.shardstream.control.run.block.LastMapping;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.SourceCopies;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.run.condition.BlockConditions;
import io.shardstream.control.run.condition.CanaryCondition;
import io.shardstream.control.run.condition.ClientDifferences;
import io.shardstream.control.run.condition.ComparedDefinitions;
import io.shardstream.control.run.condition.CutoverConditions;
import io.shardstream.control.run.condition.DifferenceConsent;
import io.shardstream.control.run.condition.ForgottenDeletes;
import io.shardstream.control.run.condition.MeaningCondition;
import io.shardstream.control.run.condition.MovedSourceAliases;
import io.shardstream.control.run.condition.OtherRuns;
import io.shardstream.control.run.equality.RejectedDocuments;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.finding.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What must hold before production is touched and no force helps against: under the block the same would be
/// found, and all be taken back, or production would notice it after the swap.
final class Requirements {
    /// Of a field that is new in the source: the target gets it with the documents that have it.
    private static final Duration ON_THE_WAY = Duration.ofSeconds(1);

    private static final int LOOKS = 4;
    static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final int LOOKS_AT_CONDITIONS = 10;
    private static final int LOOKS_AT_MOVES = 60;
    private static final Duration ELSE = Duration.ofSeconds(5);

    private final CutoverContext around;
    private final Sides sides;
    private final ControllerEpoch term;
    private final Request request;
    private final Steps steps;
    private final AnchorTrial anchors = new AnchorTrial();
    private List<NoticedDifference> noticed = List.of();
    private List<Alias> seen = List.of();
    /// That some runs could not be seen, as a sentence with a space behind it; empty if all were.
    private String unseen = "";

    /// @param steps of the request
    Requirements(CutoverContext around, Sides sides, ControllerEpoch term, Request request, Steps steps) {
        this.around = around;
        this.sides = sides;
        this.term = term;
        this.request = request;
        this.steps = steps;
    }

    /// @throws GivenUpException if something of it does not hold
    void hold() throws Exception {
        requireIndices();
        requireNoBlocks();
        List<String> problems = new ArrayList<>(firm());
        if (!problems.isEmpty()) {
            problems.addAll(forceable());
            throw new GivenUpException(String.join("; ", problems));
        }
        requireOthers();
    }

    /// The same when both sides have been compared, which may have taken hours: what may pass soon is waited
    /// for.
    ///
    /// @throws GivenUpException if something of it does not hold
    void holdAfterComparing() throws Exception {
        requireIndices();
        requireNoBlocks();
        List<String> problems = firm();
        for (int look = 1; !problems.isEmpty() && mayPass(look); look++) {
            steps.sleeper().sleep(BETWEEN_LOOKS);
            problems = steps.take("wait for what is in the way", () -> {
                List<String> left = firm();
                return Optional.of(
                        new Steps.Taken<>(left, left.isEmpty() ? "nothing is any more" : String.join("; ", left)));
            });
        }
        if (!problems.isEmpty()) {
            throw new GivenUpException(String.join("; ", problems));
        }
        requireOthers();
    }

    /// Looking at the rest takes up to a minute, in which somebody may have paused the run: clients would be
    /// refused then for as long as it may take, since nobody reads and writes what is left.
    ///
    /// @throws GivenUpException if the run is paused
    void holdRightBeforeTheBlock() {
        Optional<Request> _ = term.request();
        if (term.isPaused()) {
            throw new GivenUpException(CutoverConditions.PAUSED);
        }
    }

    /// Whether what is in the way, also of what can be forced, may pass soon enough to look once more. A
    /// shard moves for longer than a reader starts.
    ///
    /// @param looks that were made, one in [#BETWEEN_LOOKS]
    boolean mayPass(int looks) throws Exception {
        return looks < LOOKS_AT_CONDITIONS
                || (looks < LOOKS_AT_MOVES && steps.tried(() -> conditions().isMoving()));
    }

    /// What is asked about one that is gone would be asked for ever.
    private void requireIndices() throws Exception {
        Optional<String> lost = steps.tried(new SourceNow(sides)::lostWithTarget);
        if (lost.isPresent()) {
            throw new GivenUpException(lost.get());
        }
    }

    private void requireNoBlocks() throws Exception {
        steps.take("look for blocks of both sides", "there is none", () -> {
            new BlockConditions(sides).require();
            return Optional.of(true);
        });
    }

    private void requireOthers() throws Exception {
        LastMapping.require(around, term, steps);
        requireReplaceable();
        requireConsent();
    }

    private List<String> firm() throws Exception {
        boolean deletesSource = around.settings().replaceIndex().isWanted();
        return steps.tried(() -> conditions().firm(term.known(), around.lanes().workers(), deletesSource, anchors));
    }

    /// Who has to mend something anyway is told at once what else there is, where that can be told soon.
    /// Whoever forces it goes on with that.
    private List<String> forceable() throws Exception {
        return request.has(Beginning.FORCE)
                ? List.of()
                : steps.soon(
                                ELSE,
                                () -> steps.tried(() ->
                                        conditions().problems(around.lanes().state())))
                        .answer()
                        .orElse(List.of());
    }

    /// The source's aliases when it was looked last what clients would notice.
    List<Alias> seen() {
        return seen;
    }

    CutoverConditions conditions() {
        return new CutoverConditions(
                sides, around.sourceShards(), around.targetShards(), around.settings(), steps.sleeper());
    }

    private void requireReplaceable() throws Exception {
        ReplaceIndex replace = around.settings().replaceIndex();
        if (!replace.isWanted()) {
            return;
        }
        if (!steps.tried(sides::oneCluster)) {
            throw new GivenUpException(LastLook.NOT_ONE_CLUSTER);
        }
        if (replace == ReplaceIndex.WITHOUT_WAY_BACK) {
            steps.tried(() -> new RejectedDocuments(around.lanes().state().rejected()))
                    .requireNone();
        }
        if (replace == ReplaceIndex.WITH_COPY) {
            new SourceCopies(sides, term).obstacle().ifPresent(why -> {
                throw new GivenUpException(why);
            });
        }
    }

    private void requireConsent() throws Exception {
        DifferenceConsent consent = DifferenceConsent.of(request);
        List<NoticedDifference> ofClients = steps.<List<NoticedDifference>>take("compare what clients rely on", () -> {
            // What is changed meanwhile was not compared.
            seen = sides.productionOfSource();
            List<NoticedDifference> found = new ArrayList<>(new ClientDifferences(
                            sides,
                            term.plan().reading().versions(),
                            around.settings().intended(),
                            MovedSourceAliases.sinceBeginning(term))
                    .now());
            ForgottenDeletes.of(
                            sides,
                            term.read(TargetOriginals.KEY, TargetOriginals::decode),
                            around.settings().intended())
                    .ifPresent(found::add);
            return Optional.of(new Steps.Taken<>(found, differing(found)));
        });
        ofClients.addAll(runsThatNeedTheSource());
        List<NoticedDifference> unaccepted = List.of();
        for (int look = 0; look < LOOKS; look++) {
            noticed = steps.<List<NoticedDifference>>take("compare settings and mappings of both sides", () -> {
                ComparedDefinitions now = ComparedDefinitions.now(sides);
                List<NoticedDifference> found = new ArrayList<>(ofClients);
                found.addAll((around.mapping().isShut(term) ? now.withoutLevels() : now)
                        .noticed(around.settings().intended()));
                return Optional.of(new Steps.Taken<>(found, differing(found)));
            });
            unaccepted = consent.unaccepted(noticed);
            if (unaccepted.isEmpty()) {
                return;
            }
            steps.sleeper().sleep(ON_THE_WAY);
        }
        throw new GivenUpException(DifferenceConsent.refusal(unaccepted));
    }

    private List<NoticedDifference> runsThatNeedTheSource() throws Exception {
        if (!around.settings().replaceIndex().isWanted()) {
            return List.of();
        }
        OtherRuns found = steps.take("look for other runs that need the source", () -> {
            OtherRuns now = OtherRuns.now(sides, around.runs());
            return Optional.of(new Steps.Taken<>(now, now.named().orElse("none is known")));
        });
        unseen = found.unseen()
                .map(why -> "Whether another run needs '" + sides.sourceIndex() + "' was not seen of " + why + ". ")
                .orElse("");
        return found.noticed();
    }

    private static String differing(List<NoticedDifference> found) {
        return found.isEmpty()
                ? "nothing differs that searches or later writes would notice"
                : found.size() + " differ";
    }

    /// Addresses of both sides that do not answer while others do, as sentences; empty if all answer.
    String silentAddresses() throws Exception {
        List<Finding> found = steps.tried(() -> {
            List<Finding> both =
                    new ArrayList<>(AddressRule.of("source", sides.source().silentAddresses()));
            both.addAll(AddressRule.of("target", sides.target().silentAddresses()));
            return both;
        });
        return found.stream()
                .map(one -> FullStop.of(one.what()) + " " + one.advice() + " ")
                .collect(Collectors.joining());
    }

    /// Fields and settings that differ on purpose or by consent.
    Set<String> agreed() {
        Set<String> names = new TreeSet<>(DifferenceConsent.of(request).names());
        noticed.forEach(one -> names.add(one.name()));
        return names;
    }

    /// Names of the consent that fit nothing that differs, as a sentence; empty if there are none.
    String unused(Optional<MeaningCondition> searches, CanaryCondition canaries) {
        Set<String> differing = new TreeSet<>(canaries.differences().keySet());
        searches.ifPresent(condition -> differing.addAll(condition.names()));
        noticed.forEach(one -> differing.add(one.name()));
        return DifferenceConsent.of(request).unused(differing);
    }

    /// What production will meet although nothing speaks against it, as a sentence; empty if there is nothing.
    String told() throws Exception {
        return DifferenceConsent.told(noticed)
                + unseen
                + steps.tried(() -> conditions().told());
    }
}
