package io.shardstream.control.run.cutover;

import static io.shardstream.control.run.cutover.CutoverFixture.SOURCE;
import static io.shardstream.control.run.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Step;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.target.TombstoneAge;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What a run and its cluster look like after a cut-over that was made, given up or taken back.
final class CutoverAssertions {
    private CutoverAssertions() {}

    static List<String> steps(CutoverFixture run, Request request) {
        return run.topic.said().all(Step.keyPrefix(request.id()), Step::decode).stream()
                .map(step -> step.name() + ": " + step.detail())
                .toList();
    }

    /// Whether these changes move production to the target.
    static boolean isSwap(List<AliasChange> changes) {
        return changes.stream()
                .anyMatch(change -> change instanceof AliasChange.Add(String _, Alias alias)
                        && alias.name().endsWith("-Live"));
    }

    static void assertCutOver(CutoverFixture run) {
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x-Live", "places", "search");
        assertThat(run.cluster.names(SOURCE)).isEmpty();
        assertThat(run.cluster.takesWrites(SOURCE)).isFalse();
        assertThat(run.cluster.takesWrites(TARGET)).isTrue();
        assertThat(run.cluster.settingsOf(TARGET)).containsEntry(TombstoneAge.SETTING, "60s");
        assertThat(run.isIn(Phase.COMPLETED)).isTrue();
        Map<String, String> source = IntStream.range(0, 2)
                .boxed()
                .flatMap(shard -> run.run.source(shard).documents().entrySet().stream())
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        assertThat(run.run.copied()).containsAllEntriesOf(source).doesNotContainKey("d4");
    }

    static void assertNotCutOver(CutoverFixture run) {
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x");
        assertThat(run.cluster.names(SOURCE)).containsExactly("places", "search");
        assertThat(Stream.of(SOURCE, TARGET)).allMatch(run.cluster::takesWrites);
        assertThat(run.isIn(Phase.CATCHING_UP)).isTrue();
    }

    static void assertRolledBack(CutoverFixture run) {
        assertThat(run.cluster.names(SOURCE)).containsExactly("places", "search");
        assertThat(run.cluster.names(TARGET)).containsExactly("Shardstream-x-Returned");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
        assertThat(run.cluster.takesWrites(TARGET)).isFalse();
        assertThat(run.isIn(Phase.ABORTED)).isTrue();
    }
}
