package io.shardstream.control.index.cluster;

import static io.shardstream.control.run.cutover.CutoverFixture.SOURCE;
import static io.shardstream.control.run.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// What servers are like when a rollback was refused or made, and what may have happened to them before.
final class RollbackAssertions {
    private RollbackAssertions() {}

    static final String LATER = "cities-v3";

    static SignedOff signedOff(CutoverFixture run) {
        return run.term(run.topic.journal())
                .read(SignedOff.KEY, SignedOff::decode)
                .orElseThrow();
    }

    /// As if its second shard had had more numbers when the cut-over was signed off.
    static SignedOff sayThatTheSourceHadMore(CutoverFixture run) {
        SignedOff now = signedOff(run);
        List<Long> numbers = List.of(now.sourceAfter().getFirst(), 27L);
        SignedOff more = new SignedOff(
                now.request(),
                now.sourceIndex(),
                now.targetIndex(),
                numbers,
                numbers,
                now.target(),
                now.rejects(),
                now.blockedMillis(),
                now.verdict(),
                now.at());
        run.topic.say(SignedOff.KEY, more.encode());
        return more;
    }

    /// Run y copies the target and is cut over.
    static void cutOverToLater(CutoverFixture run) {
        Alias name = Alias.plain("Shardstream-y-Block-docs-y-1-1");
        run.cluster.with(LATER, "v3", Alias.plain("Shardstream-y-Live"));
        run.cluster
                .blockNames(TARGET)
                .forEach(ours -> run.cluster.arrive(List.of(new AliasChange.Remove(TARGET, ours))));
        run.cluster.arrive(List.of(new AliasChange.Add(TARGET, name)));
        run.cluster.block(TARGET, true);
        run.cluster.give("places", TARGET, LATER);
        run.cluster.give("search", TARGET, LATER);
    }

    static void assertRollbackRefused(CutoverFixture run, String why) throws Exception {
        assertRollbackRefused(run, Map.of(), why);
    }

    /// And nothing is left blocked or moved that was not.
    static void assertRollbackRefused(CutoverFixture run, Map<String, String> options, String why) throws Exception {
        boolean tookWrites = run.cluster.takesWrites(TARGET);
        Set<String> names = new TreeSet<>(run.cluster.names(TARGET));
        Set<String> ofSource = new TreeSet<>(run.sourceCluster.names(SOURCE));
        Request rollback = run.ask(Request.Kind.ROLLBACK, options);
        run.control();
        assertThat(run.answer(rollback).outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(run.answer(rollback).sentence())
                .startsWith("Not rolled back: ")
                .contains(why);
        assertThat(run.cluster.takesWrites(TARGET)).isEqualTo(tookWrites);
        assertThat(run.cluster.names(TARGET)).isEqualTo(names);
        assertThat(run.sourceCluster.names(SOURCE)).isSubsetOf(ofSource);
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
    }

    static void assertRolledBack(CutoverFixture run) {
        assertThat(run.cluster.names(SOURCE)).containsExactly("places", "search");
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x-Returned");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }
}
