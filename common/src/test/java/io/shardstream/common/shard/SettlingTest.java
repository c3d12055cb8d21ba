package io.shardstream.common.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.routing.ShardRouting;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class SettlingTest {
    private static final CopyIdentity COPY = new CopyIdentity(1, "a", "uuid", "history");
    private static final Duration SYNC_INTERVAL = Duration.ofSeconds(5);
    private static final long SETTLED = 9;

    private Duration now = Duration.ofDays(1);
    private final Settling settling = settlingOf(Share.whole(() -> now.toNanos()));

    @Test
    void aShardThatIsWrittenToSettlesByItself() {
        for (long seqNo = 10; seqNo < 20; seqNo++) {
            assertThat(isDue(0, seqNo)).isFalse();
            now = now.plusSeconds(6);
        }
    }

    @Test
    void aShardThatStandsStillIsHelpedEachTimeThatItMustHaveSynced() {
        assertThat(isDue(0, 10)).isFalse();
        now = now.plusSeconds(4);
        assertThat(isDue(0, 10)).isFalse();
        now = now.plusSeconds(1);
        assertThat(isDue(0, 10)).isTrue();
        assertThat(isDue(0, 10)).isFalse();
        now = now.plusSeconds(5);
        assertThat(isDue(0, 10)).isTrue();
    }

    @Test
    void aShardThatSyncsAllTheTimeIsNotAskedForEachPauseBetweenWrites() {
        Duration interval = Duration.ofMillis(100);
        assertThat(settling.isDue(0, unsettled(10), interval)).isFalse();
        now = now.plusMillis(900);
        assertThat(settling.isDue(0, unsettled(10), interval)).isFalse();
        now = now.plusMillis(100);
        assertThat(settling.isDue(0, unsettled(10), interval)).isTrue();
    }

    @Test
    void whatIsSettledNeedsNoHelp() {
        assertThat(isDue(0, 10)).isFalse();
        now = now.plusSeconds(5);
        assertThat(isDue(0, SETTLED)).isFalse();
        assertThat(isDue(0, 10)).as("counted from its own beginning").isFalse();
    }

    @Test
    void shardsAreToldApart() {
        assertThat(isDue(0, 10)).isFalse();
        now = now.plusSeconds(5);
        assertThat(isDue(1, 10)).isFalse();
        assertThat(isDue(0, 10)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "async, , PT5S",
        "ASYNC, 100ms, PT0.1S",
        "async, 2m, PT2M",
        "async, 1h, PT1H",
        "async, nonsense, PT5S",
        "request, 2m, ",
        ", 2m, "
    })
    void theTimeIsTheIndexsOwn(@Nullable String durability, @Nullable String interval, @Nullable Duration wanted) {
        ObjectNode settings = new JsonMapper().createObjectNode();
        if (durability != null) {
            settings.put("index.translog.durability", durability);
        }
        if (interval != null) {
            settings.put("index.translog.sync_interval", interval);
        }

        assertThat(IndexLimits.of(settings).syncInterval()).isEqualTo(Optional.ofNullable(wanted));
    }

    @Test
    void readersOfAFewShardsEachDoNotAllRefreshTheIndexEverySecond() {
        ShardRouting routing = new ShardRouting(100, 1000, 1);
        Share share = Share.part(() -> now.toNanos());
        IntStream.range(0, 5).forEach(share::note);

        assertThat(settling.pause(routing)).isEqualTo(Duration.ofSeconds(1).toNanos());
        assertThat(settlingOf(share).pause(routing))
                .isEqualTo(Duration.ofSeconds(20).toNanos());
        now = now.plusSeconds(61);
        share.note(7);
        assertThat(settlingOf(share).pause(routing))
                .as("the server does it by itself after that")
                .isEqualTo(Duration.ofSeconds(30).toNanos());
    }

    private Settling settlingOf(Share share) {
        return new Settling("cities", share, () -> now.toNanos());
    }

    private boolean isDue(int shard, long maxSeqNo) {
        return settling.isDue(shard, unsettled(maxSeqNo), SYNC_INTERVAL);
    }

    private static CopyNumbers unsettled(long maxSeqNo) {
        return new CopyNumbers(COPY, SETTLED, maxSeqNo, 0);
    }
}
