package io.shardstream.control.run.condition;

import static io.shardstream.control.run.cutover.CutoverFixture.SOURCE;
import static io.shardstream.control.run.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// An alias whose routing finds documents that were written without it, as long as they share a shard.
class RoutedAliasesTest {
    private final CutoverFixture run = new CutoverFixture();

    @BeforeEach
    void alias() throws Exception {
        Alias tenant = new Alias("tenant", "{\"index_routing\":\"a\",\"search_routing\":\"a,b\"}");
        boolean _ = run.cluster.change(List.of(new AliasChange.Add(SOURCE, tenant)));
        run.cluster.foundBesides = 64;
        shards("1", "3");
    }

    private void shards(String source, String target) {
        run.cluster.settingsOf(SOURCE).put("index.number_of_shards", source);
        run.cluster.settingsOf(TARGET).put("index.number_of_shards", target);
    }

    private Answer cutOver(Map<String, String> options) throws Exception {
        return run.answerTo(Request.Kind.CUTOVER, options);
    }

    @Test
    void isToldByNameWhereTheTargetHasOtherShards() throws Exception {
        Answer refused = cutOver(Map.of());
        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence())
                .contains(
                        "alias tenant (with its routing 'a,b' it finds 64 documents of the source that were written"
                                + " without it",
                        "Write those documents with the routing, or begin a run whose target has as many shards",
                        "--accept-difference 'alias:tenant'");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();

        assertThat(cutOver(Map.of("accept-difference", "alias:tenant")).outcome())
                .isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void isToldTooWhereSomebodyGivesItItsRoutingUnderTheBlock() throws Exception {
        run.cluster.arrive(List.of(new AliasChange.Remove(SOURCE, "tenant")));
        run.once(
                "after block",
                () -> run.cluster.give(
                        SOURCE, new Alias("places", "{\"index_routing\":\"a\",\"search_routing\":\"a\"}")));

        Answer answer = cutOver(Map.of());

        assertThat(answer.outcome()).isEqualTo(Answer.Outcome.ABORTED);
        assertThat(answer.sentence()).contains("alias places (with its routing 'a' it finds 64 documents");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();
    }

    /// 7.17.29, 8.19.21, 9.5.3, OpenSearch 3.8.0 and an index of 6.8.
    @ParameterizedTest
    @CsvSource({
        "3, 3, 7172999, 8537000, true",
        "3, 3, 8537000, 137237827, true",
        "3, 3, 8537000, 9111000, false",
        "3, 3, 9111000, 137237827, false",
        "3, 3, 6082399, 7172999, false",
        "3, 6, 9111000, 9111000, false",
        "1, 1, 8537000, 9111000, true"
    })
    void findsTheSameInATargetThatPlacesDocumentsAlike(
            String shards, String there, String created, String createdThere, boolean isAlike) throws Exception {
        shards(shards, there);
        run.cluster.settingsOf(SOURCE).put("index.version.created", created);
        run.cluster.settingsOf(TARGET).put("index.version.created", createdThere);

        assertThat(cutOver(Map.of()).outcome()).isEqualTo(isAlike ? Answer.Outcome.DONE : Answer.Outcome.REFUSED);
    }

    @Test
    void findsTheSameWhereAllWereWrittenWithIt() throws Exception {
        run.cluster.foundBesides = 0;

        assertThat(cutOver(Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// Such as one for each customer: each is a search of production's index.
    @Test
    void areAskedOnlyUpToANumber() throws Exception {
        run.cluster.foundBesides = 0;
        for (int i = 0; i < 1000; i++) {
            Alias one = new Alias("tenant-" + i, "{\"routing\":\"" + i + "\"}");
            boolean _ = run.cluster.change(List.of(new AliasChange.Add(SOURCE, one)));
        }

        assertThat(cutOver(Map.of()).sentence()).contains("--accept-difference 'alias:*'");
    }
}
