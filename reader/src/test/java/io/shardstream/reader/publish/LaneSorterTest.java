package io.shardstream.reader.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.SourceReading;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.common.contract.routing.ShardRouter;
import io.shardstream.common.contract.routing.ShardRouting;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.page.Hit;
import io.shardstream.reader.source.Unread;
import io.shardstream.reader.window.DocumentTally;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LaneSorterTest {
    private static final ShardRouting ROUTING = new ShardRouting(5, 640, 1);
    private static final RunPlan PLAN = new RunPlan("i", "u", 1, "t", "tu", ROUTING, "w", "docs", 10, List.of(0L), 0);
    private final LaneSorter sorter = new LaneSorter(PLAN, 0, 2);

    @Test
    void aDocumentKeepsItsBytesAndGetsItsVersionWord() {
        Bytes source = Bytes.utf8("{ \"a\":1}");
        WindowRecords harvest =
                sorter.harvest(List.of(new Hit(Bytes.utf8("x"), Bytes.utf8("r"), 7, source)), List.of());

        assertThat(harvest.documents())
                .containsExactly(new WindowRecords.Laned<>(
                        new ShardRouter(ROUTING).shardOf("x", "r"),
                        new DocRecord(Bytes.utf8("x"), Bytes.utf8("r"), new VersionWord(2, 0, 7).value(), source)));
        assertThat(harvest.tally()).isEqualTo(new DocumentTally(1, 8));
    }

    @Test
    void documentsComeLaneByLaneAndInTheirOrder() {
        List<Hit> hits = IntStream.range(0, 100)
                .mapToObj(i -> new Hit(Bytes.utf8("d" + i), null, i, Bytes.utf8("{}")))
                .toList();

        List<WindowRecords.Laned<DocRecord>> documents =
                sorter.harvest(hits, List.of()).documents();

        assertThat(documents)
                .hasSize(100)
                .isSortedAccordingTo(Comparator.<WindowRecords.Laned<DocRecord>>comparingInt(WindowRecords.Laned::lane)
                        .thenComparingLong(document -> document.content().version()));
        assertThat(documents.getFirst().lane()).isNotEqualTo(documents.getLast().lane());
    }

    @Test
    void theSourcesOwnVersionIsCarriedWhereThePlanSaysSo() {
        Hit hit = new Hit(Bytes.utf8("x"), null, 7, 1_700_000_000_000L, Bytes.utf8("{}"));

        assertThat(versionOf(hit, VersionMode.SOURCE)).isEqualTo(1_700_000_000_000L);
        assertThat(versionOf(hit, VersionMode.CREATE)).isEqualTo(new VersionWord(2, 0, 7).value());
    }

    @Test
    void aRoutingThatThePlanDoesNotAllowBlocks() {
        LaneSorter strict = sorter(new SourceReading(VersionMode.SEQNO, false, false));
        List<Hit> plain = List.of(new Hit(Bytes.utf8("x"), null, 7, Bytes.utf8("{}")));
        List<Hit> routed = List.of(new Hit(Bytes.utf8("x"), Bytes.utf8("r"), 7, Bytes.utf8("{}")));

        assertThat(strict.harvest(plain, List.of()).size()).isEqualTo(1);
        assertThatThrownBy(() -> strict.harvest(routed, List.of()))
                .isInstanceOf(BlockedException.class)
                .hasMessageContaining("custom routing");
    }

    private static long versionOf(Hit hit, VersionMode versions) {
        return sorter(new SourceReading(versions, false, true))
                .harvest(List.of(hit), List.of())
                .documents()
                .getFirst()
                .content()
                .version();
    }

    private static LaneSorter sorter(SourceReading reading) {
        RunPlan plan = new RunPlan("i", "u", 1, "t", "tu", ROUTING, "w", "docs", 10, List.of(0L), 0, reading);
        return new LaneSorter(plan, 0, 2);
    }

    @Test
    void aDocumentWithoutRoutingGoesWhereItsIdSays() {
        WindowRecords harvest =
                sorter.harvest(List.of(new Hit(Bytes.utf8("€😀"), null, 7, Bytes.utf8("{}"))), List.of());

        assertThat(harvest.documents().getFirst().lane()).isEqualTo(new ShardRouter(ROUTING).shardOf("€😀", null));
    }

    @Test
    void aDocumentAboveTheLimitIsRejectedWithItsSizeAndWithoutItsBytes() {
        WindowRecords harvest =
                sorter.harvest(List.of(new Hit(Bytes.utf8("x"), null, 7, Bytes.utf8("{\"abcd\":12}"))), List.of());

        assertThat(harvest.documents()).isEmpty();
        Reject reject = harvest.rejects().getFirst().content();
        assertThat(reject.type()).isEqualTo(Reject.TOO_LARGE);
        assertThat(reject.reason()).isEqualTo("the document of 11 bytes is larger than the limit of 10 bytes");
        assertThat(reject.docsOffset()).isEqualTo(Reject.NOT_PUBLISHED);
        assertThat(reject.document())
                .isEqualTo(new DocRecord(Bytes.utf8("x"), null, new VersionWord(2, 0, 7).value(), Bytes.EMPTY));
        assertThat(harvest.tally()).isEqualTo(new DocumentTally(1, 0));
    }

    @Test
    void aDocumentThatCouldNotBeReadIsRejectedWithTheGivenTypeAndReason() {
        Hit name = new Hit(Bytes.utf8("x"), Bytes.utf8("r"), 7, null);
        WindowRecords harvest =
                sorter.harvest(List.of(), List.of(new Unread(name, Reject.UNREADABLE_IN_SOURCE, "it cannot")));

        DocRecord record =
                new DocRecord(Bytes.utf8("x"), Bytes.utf8("r"), new VersionWord(2, 0, 7).value(), Bytes.EMPTY);
        assertThat(harvest.rejects())
                .containsExactly(new WindowRecords.Laned<>(
                        new ShardRouter(ROUTING).shardOf("x", "r"),
                        new Reject(record, Reject.UNREADABLE_IN_SOURCE, "it cannot", Reject.NOT_PUBLISHED)));
    }
}
