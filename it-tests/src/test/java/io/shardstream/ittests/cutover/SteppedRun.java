package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.TestPatience;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/// A run of processes that are killed, and an application that writes through its alias all the time.
final class SteppedRun implements AutoCloseable {
    private static final int DOCUMENTS = 2000;
    private static final List<String> PARTS = List.of("control", "reader", "writer");
    private static final Pattern REFUSED = Pattern.compile("Writes to '([^']+)' (are|may be) refused since [^,]+?"
            + "(?:, or to '([^']+)' if production has moved there)?: ");

    final FollowedRun followed;
    final CopyRun run;
    final AliasWriter client;
    private final Map<String, String> atFirst;
    private final Map<String, Child> processes = new HashMap<>();

    private SteppedRun(FollowedRun followed) {
        this.followed = followed;
        this.run = followed.run;
        this.atFirst = NamedClient.documents(followed.rest(), followed.source());
        this.client = new AliasWriter(followed.rest(), followed.alias());
    }

    /// One on the shared cluster of two nodes, of which no part works yet.
    static SteppedRun create() {
        return create(CopyRun.create());
    }

    static SteppedRun create(CopyRun run) {
        return new SteppedRun(FollowedRun.prepared(run, "\"number_of_shards\":2", "replicas: 0", DOCUMENTS));
    }

    /// One whose cut-over is done, so that no part works any more.
    static SteppedRun cutOver() {
        SteppedRun run = create();
        List<Here> parts = PARTS.stream().map(run.run::startHere).toList();
        run.awaitFollowing();
        run.followed.cutOver();
        parts.forEach(FollowedRun::assertEnded);
        return run;
    }

    void awaitFollowing() {
        run.awaitPhase(Phase.CATCHING_UP);
    }

    /// Starts a process for each part that has none.
    void startMissing() {
        PARTS.stream().filter(part -> !isAlive(part)).forEach(this::start);
    }

    private void start(String command, String... options) {
        processes.put(command, run.start(command, options));
    }

    private boolean isAlive(String command) {
        Child process = processes.get(command);
        return process != null && process.isAlive();
    }

    private Stream<Child> of(String... commands) {
        return Arrays.stream(commands).map(processes::get).filter(Objects::nonNull);
    }

    void kill(String... commands) {
        of(commands).forEach(Child::kill);
    }

    void askToStop(String... commands) {
        of(commands).filter(Child::isAlive).forEach(Child::askToStop);
    }

    void awaitEnd(String... commands) {
        of(commands).forEach(process -> process.awaitEnd(TestPatience.LIMIT));
    }

    /// Asks for a cut-over, again each time that one was given up, until the controller is held or it is done.
    ///
    /// @return false if it is done
    boolean isCutOverHeld(HoldPoint point) {
        return isHeld(point, Phase.COMPLETED, () -> {
            boolean isWanted = !isAlive("cutover")
                    && followed.said().isIn(Phase.CATCHING_UP)
                    && followed.said().openRequest().isEmpty();
            if (isWanted) {
                start("cutover");
            }
        });
    }

    /// Asks for a rollback, again each time that one was given up, until the controller is held or it is done.
    ///
    /// @return false if it is done
    boolean isRollbackHeld(HoldPoint point) {
        return isHeld(point, Phase.ABORTED, () -> {
            if (!isAlive("rollback")) {
                start("rollback", "--lose-writes", "all");
            }
        });
    }

    private boolean isHeld(HoldPoint point, Phase end, Runnable ask) {
        await(() -> {
            if (point.isReached() || followed.said().isIn(end)) {
                return true;
            }
            ask.run();
            return false;
        });
        return point.isReached();
    }

    private static void await(BooleanSupplier what) {
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .ignoreExceptionsInstanceOf(KafkaException.class)
                .until(what::getAsBoolean);
    }

    /// Waits until nothing speaks against a cut-over.
    void awaitReady() {
        await(() -> run.command("cutover", "--dry-run").code() == 0);
    }

    /// Asks `status`, and holds what it says of refused writes against the servers, unless they change meanwhile.
    void assertStatusIsTrue() {
        Set<String> before = refusing();
        String said = run.command("status").text();
        if (!before.equals(refusing())) {
            return;
        }
        Matcher refused = REFUSED.matcher(said);
        List<String> named = refused.find()
                ? Stream.of(refused.group(1), refused.group(3))
                        .filter(Objects::nonNull)
                        .toList()
                : List.of();
        if (before.contains(production())) {
            assertThat(named).as(said).contains(production());
        }
        if (!named.isEmpty() && refused.group(2).equals("are")) {
            assertThat(before).as(said).containsAnyElementsOf(named);
        }
    }

    /// Those of both indices that refuse writes.
    private Set<String> refusing() {
        return Stream.of(followed.source(), followed.target())
                .filter(index -> followed.rest()
                                .send("POST", "/" + index + "/_update/none", "{\"doc\":{}}")
                                .status()
                        == 403)
                .collect(Collectors.toSet());
    }

    /// The one index that has production's alias.
    String production() {
        JsonNode found = followed.rest().get("/_alias/" + followed.alias());
        assertThat(found.propertyNames()).as("indices with production's alias").hasSize(1);
        return found.propertyNames().iterator().next();
    }

    /// Ends the application, and states that the index it writes to has everything that was acknowledged by that index
    /// or by the source before it, and nothing else.
    void assertNothingIsLost() {
        client.awaitMore();
        client.close();
        assertThat(client.trouble()).isEmpty();
        String now = production();
        assertThat(NamedClient.documents(followed.rest(), followed.alias()))
                .isEqualTo(client.expected(atFirst, index -> index.equals(followed.source()) || index.equals(now)));
        if (now.equals(followed.target())) {
            assertThat(followed.takesWrites(followed.source())).isFalse();
        }
    }

    @Override
    public void close() {
        client.close();
        followed.close();
    }
}
