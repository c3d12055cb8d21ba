package io.shardstream.control.cutover;

import static io.shardstream.control.cutover.CutoverFixture.SOURCE;
import static io.shardstream.control.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.record.Answer;
import io.shardstream.common.record.Request;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

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
        Request request = run.ask(Request.Kind.CUTOVER, options);
        run.control();
        return run.answer(request);
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
    void findsTheSameInATargetWithTheSameShards() throws Exception {
        shards("3", "3");

        assertThat(cutOver(Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void findsTheSameWhereAllWereWrittenWithIt() throws Exception {
        run.cluster.foundBesides = 0;

        assertThat(cutOver(Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }
}
