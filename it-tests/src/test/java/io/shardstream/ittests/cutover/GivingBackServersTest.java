package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.plan.FoundCodes;
import io.shardstream.ittests.proxy.FaultProxy;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import io.shardstream.ittests.server.TestPatience;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/// Rollback and release of two runs, of which the second copies the target of the first, where somebody has changed
/// the servers since the cut-over: what they say counts, and not what the runs left.
@RealServers
class GivingBackServersTest {
    private static final String LIFTED = "{\"index.blocks.write\":null}";

    @Test
    void productionGoesBackOnlyWhereTheServersSayThatItCan() {
        try (FollowedRun first = FollowedRun.prepared()) {
            cutOver(first);
            whoDoesNotTellWhereAnAliasIsHasItsCode(first);
            try (FollowedRun second = first.next()) {
                cutOver(second);
                theLaterRunIsRolledBackFirst(first, second);
                whatCannotBeCountedIsLostOnlyIfThatIsAccepted(second, first.alias());

                whoeverHasMovedAnAliasIsNotOverruled(first);
                aSourceThatIsNotAsItWasDoesNotGetProduction(first);
                aSourceThatIsGoneIsNoWayBack(first);
                documentsThatAreLostSinceAreFound(first);
                nothingIsCalledDeletableWhenTheTargetIsGone(first);
            }
        }
    }

    private static void whoDoesNotTellWhereAnAliasIsHasItsCode(FollowedRun run) {
        assertThat(FoundCodes.byDoctor(run.run)).doesNotContain("notes aliases-unknown", "blocks alias-moved-away");
        List<FaultProxy> proxies = Servers.cluster().proxies();
        proxies.forEach(proxy -> proxy.answerItself(asked -> asked.contains(run.alias()), 503, Integer.MAX_VALUE));
        try {
            assertThat(FoundCodes.byDoctor(run.run)).contains("notes aliases-unknown");
        } finally {
            proxies.forEach(FaultProxy::clear);
        }
    }

    private static void cutOver(FollowedRun run) {
        run.run.startHere("control");
        run.run.startHere("reader");
        run.run.startHere("writer");
        run.run.awaitPhase(Phase.CATCHING_UP);
        run.cutOver();
    }

    private static void theLaterRunIsRolledBackFirst(FollowedRun first, FollowedRun second) {
        Set<String> marks = marks(first.rest(), first.target());
        String run = second.run.topics().run();
        assertRefused(
                first,
                "'" + second.target() + "', not on '" + first.target() + "': roll back run '" + run + "' first",
                "rollback",
                "--lose-writes",
                "all");
        assertThat(first.takesWrites(first.target())).isFalse();
        assertThat(first.takesWrites(first.source())).isFalse();
        assertThat(marks(first.rest(), first.target())).isEqualTo(marks);
    }

    private static void whatCannotBeCountedIsLostOnlyIfThatIsAccepted(FollowedRun run, String alias) {
        run.rest().put("/" + alias + "/_doc/lost", "{}");
        run.rest().post("/" + run.target() + "/_close", "");
        assertRefused(run, "cannot be counted: it is closed. --lose-writes all", "rollback", "--lose-writes", "100000");
        assertRefused(run, "does not serve production, it is closed", "release");

        CopyRun.Output done = run.run.command("rollback", "--lose-writes", "all");
        assertThat(done.text()).contains("'" + run.target() + "' is closed, and could not be blocked for writes");
        assertThat(done.code()).as(done.text()).isEqualTo(ExitCodes.DIFFERENT);
        assertThat(run.takesWrites(run.source())).isTrue();
        assertThat(run.aliases(run.source())).containsKey(alias);
        assertThat(run.said().isIn(Phase.ABORTED)).isTrue();
    }

    private static void whoeverHasMovedAnAliasIsNotOverruled(FollowedRun run) {
        move(run, run.target(), run.source());
        assertRefused(run, "not on '" + run.target() + "': production is there already", "rollback");
        assertRefused(run, "'" + run.source() + "' is production's index. Do not delete it.", "release");
        move(run, run.source(), run.target());
    }

    private static void move(FollowedRun run, String from, String to) {
        run.rest()
                .post(
                        "/_aliases",
                        "{\"actions\":[{\"remove\":{\"index\":\"%s\",\"alias\":\"%s\"}},{\"add\":{\"index\":\"%s\",\"alias\":\"%s\",\"is_write_index\":true}}]}"
                                .formatted(from, run.alias(), to, run.alias()));
    }

    private static void aSourceThatIsNotAsItWasDoesNotGetProduction(FollowedRun run) {
        String source = "/" + run.source();
        run.rest().post(source + "/_close", "");
        assertRefused(run, "is closed: open it (POST " + source + "/_open)", "rollback");
        run.rest().post(source + "/_open", "");
        run.rest().put(source + "/_settings", LIFTED);
        assertRefused(run, "takes writes: its write block was lifted", "rollback");
        run.rest().put(source + "/_doc/meanwhile", "{}");
        run.rest().put(source + "/_block/write", "");
        assertRefused(run, "was written since the cut-over", "rollback");
        assertThat(run.takesWrites(run.target())).isTrue();
    }

    private static void aSourceThatIsGoneIsNoWayBack(FollowedRun run) {
        run.rest().delete("/" + run.source());
        assertRefused(run, "index '" + run.source() + "' is gone: there is nothing to go back to", "rollback");
        run.rest().put("/" + run.source(), "{}");
        assertRefused(run, "'" + run.source() + "' is not the index that this run copied", "rollback");
        assertThat(run.takesWrites(run.target())).isTrue();
        assertThat(run.aliases(run.target())).containsKey(run.alias());
    }

    /// As after a lost disk, when an operator gives the shard up.
    private static void documentsThatAreLostSinceAreFound(FollowedRun run) {
        assertThat(FoundCodes.byDoctor(run.run)).doesNotContain("blocks lost-since-cutover");
        String node = run.rest()
                .get("/_cat/shards/" + run.target() + "?format=json&h=shard,prirep,node")
                .valueStream()
                .filter(copy -> copy.path("shard").asString("").equals("0")
                        && copy.path("prirep").asString("").equals("p"))
                .map(copy -> copy.path("node").asString(""))
                .findFirst()
                .orElseThrow();
        String shard = "\"index\":\"%s\",\"shard\":0,\"node\":\"%s\"".formatted(run.target(), node);
        run.rest()
                .post(
                        "/_cluster/reroute",
                        ("{\"commands\":[{\"cancel\":{%s,\"allow_primary\":true}},"
                                        + "{\"allocate_empty_primary\":{%s,\"accept_data_loss\":true}}]}")
                                .formatted(shard, shard));
        Awaitility.await()
                .atMost(TestPatience.LIMIT)
                .untilAsserted(() -> assertThat(FoundCodes.byDoctor(run.run)).contains("blocks lost-since-cutover"));
        assertRefused(run, "'" + run.target() + "' has begun a new history since the swap", "release");
    }

    private static void nothingIsCalledDeletableWhenTheTargetIsGone(FollowedRun run) {
        run.rest().delete("/" + run.target());
        assertRefused(run, "is on no index: see where production's documents are", "release");
        assertThat(run.said().isIn(Phase.COMPLETED)).isTrue();
    }

    private static void assertRefused(FollowedRun run, String why, String... words) {
        CopyRun.Output refused = run.run.command(words);
        assertThat(refused.text()).contains(why).doesNotContain("can be deleted");
        assertThat(refused.code()).isEqualTo(1);
    }

    /// The runs' own aliases of an index.
    private static Set<String> marks(Rest rest, String index) {
        Set<String> marks = new TreeSet<>();
        rest.get("/" + index + "/_alias")
                .path(index)
                .path("aliases")
                .properties()
                .forEach(entry -> {
                    if (entry.getKey().startsWith("Shardstream-")) {
                        marks.add(entry.getKey());
                    }
                });
        return marks;
    }
}
