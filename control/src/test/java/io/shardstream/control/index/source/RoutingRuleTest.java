package io.shardstream.control.index.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.routing.RoutingFunction;
import io.shardstream.common.contract.routing.ShardRouter;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.control.index.Server;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RoutingRuleTest {
    private static final List<ShardRouting> ROUTINGS = List.of(
            new ShardRouting(1, 1024, 1),
            new ShardRouting(2, 1024, 1),
            new ShardRouting(4, 1024, 1),
            new ShardRouting(3, 768, 1),
            new ShardRouting(6, 768, 1),
            new ShardRouting(6, 768, 2),
            new ShardRouting(5, 640, 1),
            new ShardRouting(2, 1024, 1).with(RoutingFunction.MODULO),
            new ShardRouting(4, 1024, 1).with(RoutingFunction.MODULO),
            new ShardRouting(6, 768, 1).with(RoutingFunction.MODULO),
            new ShardRouting(2, 2, 1),
            new ShardRouting(4, 4, 1),
            new ShardRouting(6, 6, 1),
            new ShardRouting(6, 6, 2),
            new ShardRouting(2, 6, 1),
            new ShardRouting(2, 6, 2).with(RoutingFunction.MODULO),
            new ShardRouting(3, 6, 1).with(RoutingFunction.MODULO),
            new ShardRouting(3, 3, 1).with(RoutingFunction.MODULO));

    @Test
    void routedDocumentsOfAResizedIndexAreRefusedUnlessTheOperatorVouches() {
        assertThatThrownBy(() -> RoutingRule.checkResized(true, 1, false))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("source.ids-unique-across-routings: true");
        assertThatCode(() -> RoutingRule.checkResized(true, 0, false)).doesNotThrowAnyException();
        assertThatCode(() -> RoutingRule.checkResized(false, 1, false)).doesNotThrowAnyException();
        assertThatCode(() -> RoutingRule.checkResized(true, 1, true)).doesNotThrowAnyException();
    }

    @Test
    void documentsMayBeRoutedLaterWhereTheyCouldBeRoutedFromTheStart() {
        ShardRouting three = new ShardRouting(3, 768, 1);
        ShardRouting six = new ShardRouting(6, 768, 1);
        assertThat(RoutingRule.allows(three, six, false, false)).isTrue();
        assertThat(RoutingRule.allows(six, three, false, false)).isFalse();
        assertThat(RoutingRule.allows(three, six, true, false)).isFalse();
        assertThat(RoutingRule.allows(six, three, true, true)).isTrue();
    }

    /// A server puts documents into an index with one range for each shard as by both functions, and is taken
    /// to do it by the first of them.
    @Test
    void anIndexWithOneRangeForEachShardRoutesAsByEitherFunction() {
        ShardRouting modulo = new ShardRouting(5, 15, 2).with(RoutingFunction.MODULO);
        assertThat(RoutingRule.allows(modulo, new ShardRouting(15, 15, 2), false, false))
                .isTrue();
        assertThat(RoutingRule.allows(new ShardRouting(5, 15, 2), new ShardRouting(15, 15, 2), false, false))
                .isTrue();
        assertThat(RoutingRule.allows(modulo, new ShardRouting(15, 30, 2), false, false))
                .isFalse();
    }

    /// The rule may refuse too much, but what it allows must hold for every routing value.
    @Test
    void whatIsAllowedNeverMixesTwoSourceShardsInOneTargetShard() {
        for (ShardRouting source : ROUTINGS) {
            for (ShardRouting target : ROUTINGS) {
                if (RoutingRule.everyTargetShardTakesFromOne(source, target)) {
                    assertThat(sourcesOfTargets(source, target).values())
                            .as("%s to %s", source, target)
                            .allMatch(sources -> sources.size() == 1);
                }
            }
        }
    }

    @Test
    void multiplesOfTheSameFunctionAreAllowed() {
        allowed(new ShardRouting(2, 1024, 1), new ShardRouting(4, 1024, 1));
        allowed(new ShardRouting(1, 1024, 1), new ShardRouting(5, 640, 1));
        allowed(
                new ShardRouting(2, 1024, 1).with(RoutingFunction.MODULO),
                new ShardRouting(6, 768, 1).with(RoutingFunction.MODULO));
    }

    @Test
    void othersAreRefusedInASentence() {
        assertThatThrownBy(() -> RoutingRule.check(new ShardRouting(3, 768, 1), new ShardRouting(5, 640, 1), 7, false))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("The source has 7 documents with a custom routing")
                .hasMessageContaining("source.ids-unique-across-routings");
    }

    @Test
    void nothingIsRefusedWithoutCustomRoutingOrOnTheOperatorsWord() {
        ShardRouting three = new ShardRouting(3, 768, 1);
        ShardRouting five = new ShardRouting(5, 640, 1);
        assertThatCode(() -> RoutingRule.check(three, five, 0, false)).doesNotThrowAnyException();
        assertThatCode(() -> RoutingRule.check(three, five, 7, true)).doesNotThrowAnyException();
    }

    /// C-34.
    @Test
    void aTargetRoutesAsItsServerMakesIndices() {
        ShardRouting source = new ShardRouting(3, 768, 1);
        ShardRouting six = new ShardRouting(6, 768, 1);
        for (Server server : List.of(
                new Server(Server.ELASTICSEARCH, "7.17.29"),
                new Server(Server.ELASTICSEARCH, "8.19.21"),
                new Server(Server.ELASTICSEARCH, "9.3.8"),
                new Server(Server.OPENSEARCH, "3.8.0"),
                Server.SILENT)) {
            assertThat(RoutingRule.ofCreated(source, six, server)).isEqualTo(six);
        }
        ShardRouting other = RoutingRule.ofCreated(source, six, new Server(Server.ELASTICSEARCH, "9.4.0"));
        assertThat(other).isEqualTo(six.with(RoutingFunction.MODULO));
        assertThat(RoutingRule.ofCreated(source, six, new Server(Server.ELASTICSEARCH, "10.0.0")))
                .isEqualTo(other);
        assertThatThrownBy(() -> RoutingRule.check(source, other, 7, false))
                .hasMessageContaining("with any number of shards")
                .hasMessageContaining("source.ids-unique-across-routings: true");
    }

    private static void allowed(ShardRouting source, ShardRouting target) {
        assertThat(RoutingRule.everyTargetShardTakesFromOne(source, target)).isTrue();
    }

    private static Map<Integer, Set<Integer>> sourcesOfTargets(ShardRouting source, ShardRouting target) {
        ShardRouter from = new ShardRouter(source);
        ShardRouter to = new ShardRouter(target);
        Map<Integer, Set<Integer>> sources = new HashMap<>();
        for (int i = 0; i < 5000; i++) {
            String routing = "r" + i % 500;
            String id = "id" + i;
            sources.computeIfAbsent(to.shardOf(id, routing), _ -> new HashSet<>())
                    .add(from.shardOf(id, routing));
        }
        return sources;
    }

    @Test
    void aTargetThatIsCreatedKeepsTheRangesIfItsShardsAllowIt() {
        ShardRouting source = new ShardRouting(2, 1024, 1);
        assertThat(RoutingRule.ofCreated(source, 4)).isEqualTo(new ShardRouting(4, 1024, 1));
        assertThat(RoutingRule.everyTargetShardTakesFromOne(source, RoutingRule.ofCreated(source, 4)))
                .isTrue();
        assertThat(RoutingRule.everyTargetShardTakesFromOne(source, RoutingRule.ofCreated(source, 6)))
                .isFalse();
    }
}
