package io.shardstream.common.contract.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Every shape that an index of up to 1,024 shards can have: each multiple of its shards, up to 1,024, as
/// `number_of_routing_shards`.
class RoutingValuesTest {
    private static final String ID = "an id";

    @ParameterizedTest
    @EnumSource(RoutingFunction.class)
    void everyShardOfEveryShapeHasAValueThatLeadsThere(RoutingFunction function) {
        shapes().map(shape -> shape.with(function)).forEach(shape -> requireAll(shape, RoutingValues.of(shape, ID)));
    }

    @ParameterizedTest
    @MethodSource("partitioned")
    void oneValueForSeveralShardsLeadsADocumentToOneOfThem(ShardRouting shape) {
        requireAll(shape, RoutingValues.of(shape, ID));
    }

    @ParameterizedTest
    @EnumSource(RoutingFunction.class)
    void aValueTellsTheFunctionsApartWhereverTheyDiffer(RoutingFunction function) {
        shapes().forEach(shape -> {
            Optional<String> value =
                    RoutingValues.tellingApart(shape.with(RoutingFunction.RANGES), shape.with(RoutingFunction.MODULO));
            boolean isOneFunction = shape.shards() == 1 || shape.shards() == shape.routingNumShards();
            assertThat(value.isEmpty()).as("%s", shape).isEqualTo(isOneFunction);
            value.ifPresent(found -> assertThat(new ShardRouter(shape.with(function)).shardsOf(found))
                    .hasSize(1)
                    .containsExactly(new ShardRouter(shape.with(function)).shardOf(found, null)));
        });
    }

    private static void requireAll(ShardRouting shape, RoutingValues values) {
        ShardRouter router = new ShardRouter(shape);
        for (int shard = 0; shard < shape.shards(); shard++) {
            Optional<String> value = values.to(shard);
            if (value.isEmpty() || router.shardOf(ID, value.get()) != shard) {
                throw new AssertionError("no value leads to shard " + shard + " of " + shape + ": " + value);
            }
        }
    }

    private static Stream<ShardRouting> shapes() {
        return IntStream.rangeClosed(1, 1024)
                .boxed()
                .flatMap(shards -> IntStream.rangeClosed(1, 1024 / shards)
                        .mapToObj(factor -> new ShardRouting(shards, shards * factor, 1)));
    }

    private static Stream<ShardRouting> partitioned() {
        return Stream.of(RoutingFunction.values())
                .flatMap(function -> IntStream.of(2, 3, 40, 64, 300)
                        .mapToObj(shards -> new ShardRouting(shards, shards * 3, Math.max(1, shards / 2), function)));
    }
}
