package io.shardstream.simulation.world;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.compare.verify.VerificationReport;
import io.shardstream.simulation.elastic.SourceCluster;
import io.shardstream.simulation.elastic.SwitchModel;
import io.shardstream.simulation.elastic.TargetModel;
import io.shardstream.simulation.kafka.KafkaModel;
import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.rule.Rule;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/// One seed: a run under trouble, then calm, and then what has to be true.
public final class World implements AutoCloseable {
    private static final Duration TROUBLE = Duration.ofSeconds(12);
    private static final Duration CALM = Duration.ofMinutes(3);
    private static final Duration CHURN = Duration.ofSeconds(12);
    private static final double CUTOVERS = 0.5;
    /// Of the worlds that lose records.
    private static final double READ_AGAIN = 0.7;
    private static final Duration LOOK = Duration.ofSeconds(2);
    private static final Duration BETWEEN_WRITES = Duration.ofMillis(200);
    private static final Duration BETWEEN_STALLS = Duration.ofMillis(600);
    private static final Duration BETWEEN_NAPS = Duration.ofSeconds(2);
    private static final Duration GC_DELETES = Duration.ofSeconds(3);
    private static final int FIRST_WRITES = 12;
    /// Every so many worlds trim their lanes.
    private static final int TRIMMED = 3;

    private final Kernel kernel;
    private final Scale scale;
    private final KafkaModel kafka;
    private final SourceCluster source;
    private final TargetModel target;
    private final DocsOracle docs;
    private final TargetOracle written;
    private final Operator operator;
    private final Resumption resumption;
    private final LostRecords lost;
    private final boolean isTrimmed;
    private final boolean readsAgain;
    private final ModelReadingAgain again;
    private final ModelControllers controllers;
    private final CutoverPlay cutover;
    private final List<Member> members = new ArrayList<>();
    private final List<Member> writers = new ArrayList<>();
    private final List<Member> readers = new ArrayList<>();
    private final long writesEnd;
    private boolean calm;

    /// @param off the rule that is broken, null for none
    /// @param tracing whether to tell what happens
    public World(long seed, @Nullable Rule off, boolean tracing) {
        this.kernel = new Kernel(seed, tracing);
        this.scale = Scale.of(kernel.random(), off == null ? Rule.World.ANY : off.world());
        kernel.trace(() -> "seed " + seed + ", " + scale);
        this.kafka = new KafkaModel(kernel);
        kafka.createTopic(Scale.TOPICS.docs(), scale.target().shards());
        kafka.createTopic(Scale.TOPICS.rejects(), scale.target().shards());
        kafka.createTopic(Scale.TOPICS.outcomes(), scale.target().shards());
        kafka.createTopic(Scale.TOPICS.control(), 1);
        kafka.put(new ProducerRecord<>(
                Scale.TOPICS.control(),
                0,
                RunPlan.KEY.getBytes(StandardCharsets.UTF_8),
                scale.plan().encode()));
        kafka.put(new ProducerRecord<>(
                Scale.TOPICS.control(),
                0,
                RunPhase.KEY.getBytes(StandardCharsets.UTF_8),
                new RunPhase(Phase.CATCHING_UP, 0, "").encode()));
        kafka.createTopic(Scale.TOPICS.slices(), scale.source().shards());
        this.source = new SourceCluster(
                kernel,
                "source-uuid",
                scale.source(),
                scale.maxResultWindow(),
                scale.mayRefresh(),
                scale.ids() * scale.source().shards(),
                scale.routings(),
                scale.shrunk());
        this.lost = new LostRecords(kernel, scale, kafka);
        this.docs = new DocsOracle(scale, source.model(), kafka, lost.lost());
        this.target = new TargetModel(kernel, scale.target(), GC_DELETES);
        this.written = new TargetOracle(scale, source.model(), target, kafka);
        ReaderParts parts = new ReaderParts(scale, source.model(), kafka, off);
        for (int i = 0; i < FIRST_WRITES; i++) {
            source.write();
        }
        source.begin();
        target.begin();
        kafka.trouble(kernel.chance(0.5) ? 0.03 : 0);
        WriterParts writerParts = new WriterParts(scale, target, kafka, off);
        for (int i = 0; i < scale.writers(); i++) {
            writers.add(new Member(kernel, "writer-" + i, writerParts::loop, scale.generation()::get));
        }
        members.addAll(writers);
        this.operator = new Operator(kernel, scale, source.model(), target, kafka, off);
        operator.begin();
        SwitchModel cluster = new SwitchModel(kernel);
        cluster.give(CutoverPlay.SOURCE, CutoverPlay.CLIENTS);
        cluster.give(CutoverPlay.TARGET, scale.plan().writeAlias());
        target.behind(
                () -> cluster.has(CutoverPlay.TARGET, scale.plan().writeAlias()),
                () -> cluster.isBlocked(CutoverPlay.TARGET));
        this.controllers = new ModelControllers(kernel, scale, kafka, cluster, target, operator, off);
        this.cutover = new CutoverPlay(kernel, kafka, source, target, cluster, written, controllers);
        this.resumption = new Resumption(kernel, scale, kafka, operator, members, off);
        if (scale.mishap() == Mishap.NEW_HISTORY) {
            source.changeHistories();
            resumption.begin();
        }
        this.again = new ModelReadingAgain(kernel, scale, kafka, lost, operator, members);
        this.readsAgain = scale.mishap() == Mishap.LOST_RECORDS
                && (off == null || off == Rule.OTHER_DOCS_TOPIC)
                && kernel.chance(READ_AGAIN);
        if (scale.mishap() == Mishap.LOST_RECORDS) {
            lost.begin();
        }
        if (readsAgain) {
            again.begin();
        }
        this.isTrimmed = scale.mishap() == Mishap.NONE && seed % TRIMMED == 1;
        if (isTrimmed) {
            new Trimmer(kernel, scale, kafka, lost.lost(), off).begin();
        }
        if (off == Rule.HISTORY_COMPARED) {
            source.model().hideHistories();
        }
        for (int i = 0; i < scale.readers(); i++) {
            readers.add(new Member(kernel, "reader-" + i, parts::loop, scale.generation()::get));
        }
        members.addAll(readers);
        this.writesEnd = scale.zombies() ? kernel.random().nextLong(TROUBLE.toNanos()) : TROUBLE.toNanos();
    }

    /// Plays it.
    ///
    /// @throws Violation if something was not true that has to be
    public void play() {
        writeOn();
        if (kernel.chance(0.6)) {
            sufferOn();
        }
        if (scale.zombies()) {
            stallOn();
        }
        if (isTrimmed) {
            oversleepOn();
        }
        kernel.runUntil(TROUBLE.toNanos());
        calm = true;
        operator.calmDown();
        source.calmDown();
        target.calmDown();
        kafka.heal();
        members.forEach(Member::recover);
        if (readsAgain) {
            again.calmDown();
            awaitUntil(this::isWholeAgain, "the run does not catch up when everything is read again");
            again.end();
        }
        if (lost.hasHappened()) {
            endWithLostRecords();
            return;
        }
        awaitUntil(this::isSettled, "the run does not catch up");
        source.checkAcknowledged();
        operator.finish();
        // A reader that takes a shard over now publishes what was not settled once more.
        awaitUntil(() -> operator.report() != null && isSettled(), "sweep and verification do not come to an end");
        docs.requireAccepted();
        requireEqual();
        if (kernel.chance(CUTOVERS)) {
            cutOver();
        }
    }

    private void requireEqual() {
        written.check();
        docs.check();
        VerificationReport report = operator.report();
        if (report != null && !report.isClean()) {
            throw new Violation("the verification found " + report.counts() + " where nothing is wrong");
        }
    }

    /// A writer has noticed it and waits for a person; or it cannot notice, and then the verification does.
    private void endWithLostRecords() {
        awaitUntil(() -> isBlocked() || isSettled(), "the run does not catch up");
        kernel.runUntil(kernel.nanos() + LOOK.toNanos());
        if (isBlocked()) {
            return;
        }
        if (lost.mustBeNoticed()) {
            throw new Violation("a lane has lost what was committed, and nobody is blocked");
        }
        operator.finish();
        awaitUntil(() -> isBlocked() || operator.report() != null, "sweep and verification do not come to an end");
        VerificationReport report = operator.report();
        if (report != null && !report.isClean()) {
            operator.repair();
            awaitUntil(() -> operator.report() != null, "the repair does not come to an end");
        }
        awaitUntil(() -> isBlocked() || isSettled(), "the run does not catch up again");
        if (!isBlocked()) {
            requireEqual();
        }
    }

    /// Nobody is blocked, and where something may still be lacking nobody has noticed.
    private boolean isWholeAgain() {
        return !again.isUnderWay() && !isBlocked() && isSettled();
    }

    private boolean isBlocked() {
        return members.stream().anyMatch(member -> member.blocked() != null);
    }

    /// After a run that is in order, production is switched.
    private void cutOver() {
        cutover.begin();
        members.forEach(Member::sufferAgain);
        kernel.runUntil(kernel.nanos() + CHURN.toNanos());
        cutover.calmDown();
        members.forEach(Member::recover);
        awaitUntil(cutover::isOver, "the cut-over does not come to an end");
        kernel.runUntil(kernel.nanos() + LOOK.toNanos());
        cutover.endOfWrites();
        // What a late call has done is put right by a controller, which may have to take over first.
        awaitUntil(() -> cutover.wrong().isEmpty(), cutover::wrong);
        source.checkAcknowledged();
    }

    private void awaitUntil(BooleanSupplier reached, String otherwise) {
        awaitUntil(reached, () -> otherwise);
    }

    private void awaitUntil(BooleanSupplier reached, Supplier<String> otherwise) {
        long end = kernel.nanos() + CALM.toNanos();
        while (!reached.getAsBoolean()) {
            for (Member member : members) {
                BlockedException blocked = member.blocked();
                if (blocked != null && scale.mishap() == Mishap.NONE) {
                    throw new Violation("blocked: " + blocked.getMessage());
                }
            }
            if (kernel.nanos() >= end) {
                throw new Violation(otherwise.get());
            }
            kernel.runUntil(kernel.nanos() + LOOK.toNanos());
        }
    }

    private boolean isSettled() {
        return source.model().isSettled() && docs.isCaughtUp() && written.isDrained() && target.heldBulks() == 0;
    }

    private void writeOn() {
        kernel.after(kernel.around(BETWEEN_WRITES), () -> {
            if (kernel.nanos() < writesEnd) {
                source.write();
                writeOn();
            }
        });
    }

    private void sufferOn() {
        kernel.after(kernel.around(Duration.ofSeconds(2)), () -> {
            if (calm) {
                return;
            }
            if (kernel.chance(0.1)) {
                operator.crash();
            } else if (kernel.chance(0.05)) {
                loseGroup();
            } else if (kernel.chance(0.3)) {
                kafka.brokerDown(Duration.ofNanos(kernel.around(Duration.ofSeconds(1))));
            } else {
                members.get(kernel.random().nextInt(members.size())).suffer();
            }
            sufferOn();
        });
    }

    private void stallOn() {
        kernel.after(kernel.around(BETWEEN_STALLS), () -> {
            if (!calm) {
                readers.get(kernel.random().nextInt(readers.size())).stall();
                stallOn();
            }
        });
    }

    private void oversleepOn() {
        kernel.after(kernel.around(BETWEEN_NAPS), () -> {
            if (!calm) {
                writers.get(kernel.random().nextInt(writers.size())).oversleep();
                oversleepOn();
            }
        });
    }

    /// A group can lose its offsets only while nobody is in it.
    private void loseGroup() {
        writers.forEach(Member::crash);
        kafka.forgetOffsets(scale.writersGroup());
        lost.forget();
    }

    public String traced() {
        return kernel.traced();
    }

    public long steps() {
        return kernel.steps();
    }

    public long fingerprint() {
        return kernel.fingerprint();
    }

    /// Ends what is left of the processes' threads.
    @Override
    public void close() {
        members.forEach(Member::end);
        operator.end();
        resumption.end();
        again.end();
        controllers.end();
    }
}
