package io.shardstream.control.run.condition;

import static io.shardstream.control.run.cutover.CutoverFixture.SOURCE;
import static io.shardstream.control.run.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.routing.ShardRouter;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.source.JoinedChild;
import io.shardstream.control.index.source.JoinedChild.Written;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Children that share a shard with their parents in a source of one shard only.
class JoinedDocumentsTest {
    private static final String JOIN =
            "{\"properties\":{\"qa\":{\"type\":\"join\",\"relations\":{\"question\":[\"answer\",\"comment\"]}}}}";

    private final CutoverFixture run = new CutoverFixture();

    @BeforeEach
    void join() {
        run.cluster.mappings.put(SOURCE, JOIN);
        run.cluster.mappings.put(TARGET, JOIN);
        shards("1", "3");
        run.cluster.joined = children("1");
    }

    private void shards(String source, String target) {
        run.cluster.settingsOf(SOURCE).put("index.number_of_shards", source);
        run.cluster.settingsOf(TARGET).put("index.number_of_shards", target);
    }

    /// Of parents without a routing, whose ids are 0 to 39.
    private static List<JoinedChild> children(String routing) {
        return IntStream.range(0, 40)
                .mapToObj(i -> new JoinedChild(
                        new Written("child " + i, Optional.of(routing.isEmpty() ? "" + i : routing)),
                        List.of(new Written("" + i, Optional.empty()))))
                .toList();
    }

    private Answer cutOver(Map<String, String> options) throws Exception {
        return run.answerTo(Request.Kind.CUTOVER, options);
    }

    @Test
    void areToldByNameWhereTheTargetHasMoreShards() throws Exception {
        Answer refused = cutOver(Map.of("force", "true"));
        assertThat(refused.outcome()).isEqualTo(Answer.Outcome.REFUSED);
        assertThat(refused.sentence())
                .containsPattern(
                        "join field qa \\(of a sample of 40 children [12]\\d lie on other shards of the target")
                .contains(
                        "Write the children with the routing of their parents, or begin a run whose target has as many"
                                + " shards as the source: join:qa. ",
                        "--accept-difference 'join:qa'")
                .doesNotContain("Change in the target");
        assertThat(run.cluster.takesWrites(SOURCE)).isTrue();

        assertThat(cutOver(Map.of("accept-difference", "join:qa")).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void areNotToldWhereTheyHaveTheRoutingOfTheirParents() throws Exception {
        run.cluster.joined = children("");

        assertThat(cutOver(Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    /// Nothing finds them by their parents in the source either.
    @Test
    void areNotToldWhereTheyAreNotWithTheirParentsInTheSource() throws Exception {
        shards("3", "6");
        run.cluster.joined = children("1").stream()
                .filter(child -> cannotBeWithItsParent(child))
                .toList();
        assertThat(run.cluster.joined).isNotEmpty();

        assertThat(cutOver(Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    private boolean cannotBeWithItsParent(JoinedChild child) {
        try {
            return child.isParted(
                    new ShardRouter(new ShardRouting(1, 256, 1)), new ShardRouter(run.cluster.placing(SOURCE)));
        } catch (ElasticException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void areNotToldWhereTheTargetPlacesDocumentsAlike() throws Exception {
        shards("3", "3");

        assertThat(cutOver(Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }

    @Test
    void areNotToldWhereTheParentIsGone() throws Exception {
        run.cluster.joined = children("1").stream()
                .map(child -> new JoinedChild(child.child(), List.of()))
                .toList();

        assertThat(cutOver(Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
    }
}
