package io.shardstream.ittests.states;

import static io.shardstream.ittests.states.TypedCommand.ABORT;
import static io.shardstream.ittests.states.TypedCommand.ABORT_RUN;
import static io.shardstream.ittests.states.TypedCommand.CUTOVER;
import static io.shardstream.ittests.states.TypedCommand.CUTOVER_DRY_RUN;
import static io.shardstream.ittests.states.TypedCommand.DOCTOR;
import static io.shardstream.ittests.states.TypedCommand.PAUSE;
import static io.shardstream.ittests.states.TypedCommand.PLAN;
import static io.shardstream.ittests.states.TypedCommand.REJECTS_LIST;
import static io.shardstream.ittests.states.TypedCommand.REJECTS_REPLAY;
import static io.shardstream.ittests.states.TypedCommand.RELEASE;
import static io.shardstream.ittests.states.TypedCommand.RESUME;
import static io.shardstream.ittests.states.TypedCommand.ROLLBACK;
import static io.shardstream.ittests.states.TypedCommand.RUN;
import static io.shardstream.ittests.states.TypedCommand.STATUS;
import static io.shardstream.ittests.states.TypedCommand.SWEEP;
import static io.shardstream.ittests.states.TypedCommand.THROTTLE;
import static io.shardstream.ittests.states.TypedCommand.VERIFY;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.Brokers;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.localcluster.kafka.KafkaCluster;
import io.shardstream.workload.load.Articles;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Every command in every state of a run, typed at real runs: what each says is `docs/reference/states.md`. A
/// test brings a run from one state to the next by the commands themselves.
@Tag("long")
@RealServers
class StatesAndCommandsTest {
    private static final int DOCUMENTS = 300;
    private static final TypedCommand[] LOOKING = {
        STATUS, DOCTOR, PLAN, REJECTS_LIST, THROTTLE, CUTOVER_DRY_RUN,
    };

    /// Those that change nothing where the run does not allow it.
    private static final TypedCommand[] REFUSED = {RESUME, REJECTS_REPLAY, ROLLBACK, RELEASE, ABORT};

    private static CopyRun production(CopyRun run) {
        run.withSource("\"number_of_shards\":2", "{\"properties\":{\"kind\":{\"type\":\"keyword\"}}}")
                .following()
                .holding(new Articles(7).stream(DOCUMENTS));
        run.rest().put("/" + run.source() + "/_alias/" + run.source() + "-production", "");
        return run;
    }

    private static Child follow(CopyRun run) {
        Child control = run.start("control");
        run.startHere("reader");
        run.startHere("writer");
        run.awaitPhase(Phase.CATCHING_UP);
        run.awaitCaughtUp();
        return control;
    }

    private static void awaitController(CopyRun run, boolean isThere) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> run.command("status").text().contains("control   no process") != isThere);
    }

    private static void awaitBlocked(CopyRun run) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> !ControlRecords.read(run.connection(), run.topics())
                        .blocked()
                        .isEmpty());
    }

    @Test
    void untilItIsCopied() {
        try (CopyRun run = production(CopyRun.create())) {
            Typist typist = new Typist(run);
            typist.type(LifeState.NOT_PREPARED, LOOKING);
            typist.type(LifeState.NOT_PREPARED, VERIFY, SWEEP, CUTOVER, PAUSE, ABORT_RUN);
            typist.type(LifeState.NOT_PREPARED, REFUSED);

            run.plannedOnly();
            typist.type(LifeState.PREPARED, LOOKING);
            typist.typeAndStop(LifeState.PREPARED, VERIFY, SWEEP);
            typist.type(LifeState.PREPARED, CUTOVER);
            typist.type(LifeState.PREPARED, REFUSED);

            assertThat(run.command("throttle", "--total", "2kb").code()).isZero();
            run.start("control");
            run.startHere("reader");
            run.startHere("writer");
            run.awaitReaders(1);
            run.awaitWriters(1);
            awaitController(run, true);
            typist.type(LifeState.COPYING, LOOKING);
            typist.typeAndStop(LifeState.COPYING, VERIFY, SWEEP);
            typist.type(LifeState.COPYING, CUTOVER);
            typist.type(LifeState.COPYING, REFUSED);

            assertThat(run.command("throttle", "--total", "0b").code()).isZero();
            typist.type(LifeState.THROTTLED, LOOKING);
            typist.typeAndStop(LifeState.THROTTLED, VERIFY, SWEEP);
            typist.type(LifeState.THROTTLED, CUTOVER);
            typist.type(LifeState.THROTTLED, REFUSED);
            typist.assertAsThePageSays();
        }
    }

    @Test
    void fromFollowingToTheCutOverAndBack() {
        try (CopyRun run = production(CopyRun.create())) {
            Typist typist = new Typist(run);
            Child control = follow(run);
            typist.type(LifeState.FOLLOWING, LOOKING);
            typist.type(LifeState.FOLLOWING, VERIFY, SWEEP);
            typist.type(LifeState.FOLLOWING, REFUSED);
            typist.type(LifeState.FOLLOWING, PAUSE);

            typist.type(LifeState.PAUSED, LOOKING);
            typist.type(LifeState.PAUSED, VERIFY, SWEEP, CUTOVER, PAUSE, REJECTS_REPLAY, ROLLBACK, RELEASE, ABORT);
            typist.type(LifeState.PAUSED, RESUME);

            control.kill();
            awaitController(run, false);
            typist.type(LifeState.NO_CONTROLLER, LOOKING);
            typist.type(LifeState.NO_CONTROLLER, VERIFY);
            typist.typeAndStop(LifeState.NO_CONTROLLER, SWEEP);
            typist.type(LifeState.NO_CONTROLLER, REFUSED);

            run.start("control");
            awaitController(run, true);
            typist.type(LifeState.FOLLOWING, CUTOVER);
            typist.type(LifeState.CUT_OVER, LOOKING);
            typist.type(LifeState.CUT_OVER, VERIFY, SWEEP, RUN, PAUSE, RESUME, REJECTS_REPLAY, CUTOVER, ABORT);
            typist.type(LifeState.CUT_OVER, ABORT_RUN, ROLLBACK);
            typist.type(LifeState.ROLLED_BACK, LOOKING);
            typist.type(LifeState.ROLLED_BACK, VERIFY, SWEEP, RUN, PAUSE, CUTOVER, ABORT_RUN);
            typist.type(LifeState.ROLLED_BACK, REFUSED);
            typist.assertAsThePageSays();
        }
    }

    @Test
    void afterTheRelease() {
        try (CopyRun run = production(CopyRun.create())) {
            Typist typist = new Typist(run);
            follow(run);
            assertThat(run.command("cutover").code()).isZero();
            typist.type(LifeState.CUT_OVER, RELEASE);
            typist.type(LifeState.RELEASED, LOOKING);
            typist.type(LifeState.RELEASED, VERIFY, SWEEP, RUN, PAUSE, CUTOVER, ABORT_RUN);
            typist.type(LifeState.RELEASED, REFUSED);
            typist.assertAsThePageSays();
        }
    }

    @Test
    void afterTheRunWasGivenUp() {
        try (CopyRun run = production(CopyRun.create())) {
            Typist typist = new Typist(run);
            follow(run);
            typist.type(LifeState.FOLLOWING, ABORT_RUN);
            typist.type(LifeState.GIVEN_UP, LOOKING);
            typist.type(LifeState.GIVEN_UP, VERIFY, SWEEP, RUN, PAUSE, CUTOVER, ABORT_RUN);
            typist.type(LifeState.GIVEN_UP, REFUSED);
            typist.assertAsThePageSays();
        }
    }

    @Test
    void afterACopyThatDoesNotFollow() {
        try (CopyRun run = CopyRun.create().withSource().holding(new Articles(8).stream(DOCUMENTS))) {
            Typist typist = new Typist(run);
            assertThat(run.runHere()).isZero();
            typist.type(LifeState.COPIED, LOOKING);
            typist.type(LifeState.COPIED, VERIFY, SWEEP, RUN, PAUSE, CUTOVER, ABORT_RUN);
            typist.type(LifeState.COPIED, REFUSED);
            typist.assertAsThePageSays();
        }
    }

    @Test
    void stoppedByRejects() {
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":3", "{\"properties\":{\"n\":{\"type\":\"keyword\"}}}")
                .withTarget("replicas: 0\nmappings: {properties: {n: {type: long}}}")
                .withLines("follow: true\nsweep: {every: 2s}\nrejects: {max: 2}")) {
            Typist typist = new Typist(run);
            for (int i = 0; i < 20; i++) {
                run.rest()
                        .put(
                                "/" + run.source() + "/_doc/d" + i,
                                "{\"n\":\"" + (i >= 3 && i <= 5 ? "hidden " + i : i) + "\"}");
            }
            run.startHere("control");
            run.startHere("reader");
            run.startHere("writer");
            awaitBlocked(run);
            typist.type(LifeState.STOPPED_BY_REJECTS, LOOKING);
            typist.type(LifeState.STOPPED_BY_REJECTS, VERIFY, SWEEP, CUTOVER);
            typist.type(LifeState.STOPPED_BY_REJECTS, REJECTS_REPLAY, ROLLBACK, RELEASE, ABORT, RESUME);
            typist.assertAsThePageSays();
        }
    }

    @Test
    void afterTheTargetWasDeleted() {
        try (CopyRun run = production(CopyRun.create())) {
            Typist typist = new Typist(run);
            follow(run);
            run.targetRest().delete("/" + run.target());
            awaitBlocked(run);
            typeAfterALoss(typist, LifeState.TARGET_DELETED);
        }
    }

    @Test
    void afterTheSourceWasDeleted() {
        try (CopyRun run = production(CopyRun.create())) {
            Typist typist = new Typist(run);
            follow(run);
            run.rest().delete("/" + run.source());
            awaitBlocked(run);
            typeAfterALoss(typist, LifeState.SOURCE_DELETED);
        }
    }

    private static void typeAfterALoss(Typist typist, LifeState state) {
        typist.type(state, LOOKING);
        typist.typeAndStop(state, VERIFY, SWEEP, RUN);
        typist.type(state, CUTOVER);
        typist.type(state, REFUSED);
        typist.type(state, ABORT_RUN);
        typist.assertAsThePageSays();
    }

    @Test
    void whileKafkaIsAway() {
        try (KafkaCluster kafka = KafkaCluster.builder().compilingLittle().start();
                CopyRun run = production(CopyRun.through(Brokers.of(kafka)))) {
            Typist typist = new Typist(run);
            follow(run);
            kafka.broker(1).kill();
            // Each waits for the broker until it gives up, so few are typed that read.
            typist.type(LifeState.BROKER_AWAY, PLAN, STATUS, DOCTOR, CUTOVER_DRY_RUN);
            typist.type(LifeState.BROKER_AWAY, VERIFY, RUN, PAUSE, RESUME, CUTOVER, ROLLBACK, ABORT);
            kafka.broker(1).start();
            typist.assertAsThePageSays();
        }
    }
}
