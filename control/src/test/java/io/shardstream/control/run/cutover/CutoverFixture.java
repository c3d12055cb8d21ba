package io.shardstream.control.run.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Agreed;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.CopyNumbers;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.sweep.Sweep;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.MemoryRun;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.cluster.ShardReach;
import io.shardstream.control.index.cluster.WatchedSwitch;
import io.shardstream.control.index.difference.Intended;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.index.target.TombstoneAge;
import io.shardstream.control.run.block.CutoverContext;
import io.shardstream.control.run.block.KnownRuns;
import io.shardstream.control.run.block.Settings;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.block.SwapHook;
import io.shardstream.control.run.condition.ClientDifferences;
import io.shardstream.control.run.condition.MovedSourceAliases;
import io.shardstream.control.run.equality.ComparedEquality;
import io.shardstream.control.run.equality.Searches;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.controller.Journal;
import io.shardstream.control.state.controller.MemoryTopic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// A run that follows its source, in memory, with readers and writers that keep up while somebody waits.
public final class CutoverFixture {
    public static final String SOURCE = "cities";
    public static final String TARGET = "cities-v2";
    public static final Alias FILTERED = new Alias(
            "places", "{\"filter\":{\"term\":{\"kind\":\"city\"}},\"is_write_index\":true,\"is_hidden\":true}");

    public final MemoryTopic topic = new MemoryTopic();
    public final MemoryRun run = new MemoryRun(2, 2);
    public final ComparedRun compared = run.compared();
    public final LostPrimaries lost = new LostPrimaries();
    /// By which each comparison draws its sample.
    long seed = 1;
    private final ComparedEquality equality = new ComparedEquality(
            new ComparedRun(
                    compared.plan(), lost.around(compared.source()), lost.around(compared.target()), run, () -> {}),
            sleeper -> new Sweep(compared, run, sleeper, 1_000_000),
            sleeper -> new Verification(compared, Set.of(), run, sleeper, 1_000_000, new Random(seed)),
            run);
    /// That of both, or of the target where the clusters are two.
    public final MemoryCluster cluster = new MemoryCluster();
    public final MemoryCluster sourceCluster;
    public final ToldMapping mapping = new ToldMapping();
    /// What is seen of other runs of the same Kafka.
    public KnownRuns.Seen seenRuns = KnownRuns.NONE.others("x");
    /// What a controller does, by the run file with which its process was started.
    public Switching switching;
    private final UnaryOperator<ClusterSwitch> asked;
    private int requests;

    public CutoverFixture() {
        this(false);
    }

    /// @param areTwo whether source and target are in clusters of their own
    public CutoverFixture(boolean areTwo) {
        this(areTwo, ReplaceIndex.NO);
    }

    public CutoverFixture(boolean areTwo, ReplaceIndex replace) {
        this(areTwo, replace, Optional.empty());
    }

    /// @param onSwap what is called when production has moved
    public CutoverFixture(boolean areTwo, SwapHook onSwap) {
        this(areTwo, ReplaceIndex.NO, Optional.of(onSwap));
    }

    /// One whose cluster is watched while it is asked, as the real ones are.
    static CutoverFixture watched() {
        return watched(false);
    }

    /// @param areTwo whether source and target are in clusters of their own
    static CutoverFixture watched(boolean areTwo) {
        return new CutoverFixture(areTwo, ReplaceIndex.NO, Optional.empty(), WatchedSwitch::new);
    }

    private CutoverFixture(boolean areTwo, ReplaceIndex replace, Optional<SwapHook> onSwap) {
        this(areTwo, replace, onSwap, cluster -> cluster);
    }

    private CutoverFixture(
            boolean areTwo, ReplaceIndex replace, Optional<SwapHook> onSwap, UnaryOperator<ClusterSwitch> asked) {
        this.asked = asked;
        sourceCluster = areTwo ? new MemoryCluster("other") : cluster;
        sourceCluster.with(SOURCE, "s", FILTERED, Alias.plain("search"));
        cluster.with(TARGET, "t", Alias.plain("Shardstream-x"));
        switching = new Switching(around(settings(replace, onSwap)));
        sourceCluster.reachOf = _ -> compared.source().stream()
                .map(shard -> {
                    try {
                        CopyNumbers now = shard.locate().numbers();
                        return new ShardReach(now.identity().historyUuid(), now.maxSeqNo());
                    } catch (ElasticException | NotPrimaryException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .toList();
        cluster.settingsOf(TARGET).put(TombstoneAge.SETTING, "12h");
        topic.say(RunPlan.KEY, compared.plan().encode());
        topic.say(RunPhase.KEY, new RunPhase(Phase.CATCHING_UP, 1, "").encode());
        topic.say(Agreed.KEY, new Agreed(true, "", areTwo ? "other" : "c", "c").encode());
        topic.say(TargetOriginals.KEY, new TargetOriginals("60s").encode());
        topic.say(RunFormat.KEY, new RunFormat(RunFormat.NEWEST, "0.1.0", Instant.EPOCH).encode());
        for (int document = 0; document < 20; document++) {
            run.source(document % 2).index("d" + document, "{}");
        }
        run.copy();
        run.source(0).delete("d4");
        run.source(1).index("d7", "{\"new\":1}");
        run.whileSleeping(run::copy);
    }

    private static Settings settings(ReplaceIndex replace, Optional<SwapHook> onSwap) {
        return new Settings(Duration.ofSeconds(20), 100, List.of("{\"size\":0}"), replace, onSwap);
    }

    /// From now on another process controls the run, which was started with such a run file.
    public void startedWith(Settings settings) {
        switching = new Switching(around(settings));
    }

    private CutoverContext around(Settings settings) {
        return new CutoverContext(
                "x",
                asked.apply(sourceCluster),
                asked.apply(cluster),
                compared.source(),
                lost.around(compared.target()),
                run,
                equality,
                settings,
                mapping,
                run.sleeper(),
                _ -> seenRuns);
    }

    /// The same where names of blocks depend on anchors, or not.
    public CutoverFixture anchored(boolean isAnchored) {
        sourceCluster.isAnchored = isAnchored;
        cluster.isAnchored = isAnchored;
        return this;
    }

    /// One that was cut over.
    public static CutoverFixture cutOver(boolean areTwo) throws Exception {
        CutoverFixture run = new CutoverFixture(areTwo);
        run.cutOver();
        return run;
    }

    public void cutOver() throws Exception {
        ask(Request.Kind.CUTOVER, Map.of());
        control();
        // Readers and writers have ended.
        run.whileSleeping(() -> {});
    }

    /// From now on what searches find is compared, too.
    public void searching(Searches searches) {
        ComparedEquality _ = equality.with(searches);
    }

    /// As if an earlier version had prepared it, which did not note which clusters its own are.
    void forgetClusters() {
        topic.say(Agreed.KEY, null);
    }

    /// Whoever waits for ever from now on fails the test.
    public void endless() {
        AtomicInteger waits = new AtomicInteger();
        run.whileSleeping(() -> {
            run.copy();
            assertThat(waits.incrementAndGet()).as("tries").isLessThan(5_000);
        });
    }

    /// Leaves a request, as a command does.
    public Request ask(Request.Kind kind, Map<String, String> options) {
        Request request = new Request(kind.label() + ++requests, kind, options, Instant.EPOCH);
        topic.say(Request.KEY, request.encode());
        return request;
    }

    /// A controller takes over and does what is asked, until nothing is.
    public void control() throws Exception {
        control(topic.journal());
    }

    void control(Journal journal) throws Exception {
        control(term(journal));
    }

    /// A controller takes over.
    public ControllerEpoch term(Journal journal) {
        return ControllerEpoch.begin(journal, "test", run);
    }

    /// A controller takes over in a process that may be told to stop.
    public ControllerEpoch term(Journal journal, BooleanSupplier leaving) {
        return ControllerEpoch.begin(
                journal,
                "test",
                run,
                () -> leaving.getAsBoolean()
                        ? Optional.of("the process that controlled the run was told to stop")
                        : Optional.empty());
    }

    /// A controller takes over only to take back what it finds.
    ControllerEpoch termToTakeBack(String why) {
        return ControllerEpoch.begin(topic.journal(), "test", run, () -> Optional.of(why));
    }

    /// A controller goes on with what is asked.
    public void control(ControllerEpoch term) throws Exception {
        while (term.request().isPresent()) {
            switching.carryOut(term.request().get(), term);
        }
        switching.goOn(term);
    }

    /// Whether what the cluster was asked for last is the swap.
    public boolean isSwap() {
        return cluster.calls.getLast().stream()
                .anyMatch(change -> change instanceof AliasChange.Add(String _, Alias alias)
                        && alias.name().endsWith("-Live"));
    }

    /// Does something at the first of such calls to the cluster, such as `before block`.
    public void once(String call, Runnable action) {
        AtomicInteger calls = new AtomicInteger();
        cluster.around(what -> {
            if (what.equals(call) && calls.getAndIncrement() == 0) {
                action.run();
            }
        });
    }

    /// How many calls to the cluster it takes to do what is asked, where nothing goes wrong.
    public int callsOf(Request.Kind kind) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        cluster.around(_ -> calls.incrementAndGet());
        ask(kind, Map.of());
        control();
        return calls.get();
    }

    /// A controller is killed.
    public static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    /// A controller takes over, and is killed at its n-th call to the cluster.
    ///
    /// @param also told each call before that
    public void kill(int call, Consumer<String> also) throws Exception {
        AtomicInteger count = new AtomicInteger();
        cluster.around(what -> {
            also.accept(what);
            if (count.incrementAndGet() == call) {
                throw new Killed();
            }
        });
        try {
            control();
        } catch (Killed e) {
            // As intended.
        }
        cluster.around(_ -> {});
    }

    /// Leaves a request, has a controller do what is asked, and gives its answer.
    public Answer answerTo(Request.Kind kind, Map<String, String> options) throws Exception {
        Request request = ask(kind, options);
        control();
        return answer(request);
    }

    public Answer answer(Request request) {
        Answer answer =
                topic.said().of(Answer.key(request.id()), Answer::decode).orElseThrow();
        assertThat(answer.sentence()).doesNotContainPattern("(?<!\\.)\\.\\.(?!\\.)");
        return answer;
    }

    /// Somebody writes what the target refuses; readers and writers go on with the rest.
    public void refuse(int shard, String id) {
        run.whileSleeping(run::copyNew);
        run.copyNew();
        long number = run.source(shard).index(id, "{\"refused\":1}");
        run.stopWriters();
        run.copyNew();
        run.reject(id, null, run.word(shard, number));
        run.skipToEnd();
        run.startWriters();
    }

    public boolean isIn(Phase phase) {
        return topic.said().isIn(phase);
    }

    /// What clients would notice of a move between two indices of the cluster, which have the uuids `s` and
    /// `t`.
    public List<NoticedDifference> noticedByClients(String from, String to) throws Exception {
        RunPlan plan = new RunPlan(
                from,
                "s",
                1,
                to,
                "t",
                new ShardRouting(1, 1024, 1),
                "Shardstream-x",
                "docs",
                10 << 20,
                List.of(9L),
                15);
        topic.say(RunPlan.KEY, plan.encode());
        Sides sides = new Sides("x", term(topic.journal()), cluster, cluster);
        return new ClientDifferences(
                        sides, VersionMode.SOURCE, Intended.NOTHING, new MovedSourceAliases(List.of(), List.of(), ""))
                .now();
    }
}
