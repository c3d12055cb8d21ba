package io.shardstream.cli.rejects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.contract.record.VersionWord;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DocumentRejectsTest {
    private static final long WORD = new VersionWord(1, 2, 30).value();

    private final DocumentRejects all = new DocumentRejects("a", null, VersionMode.SEQNO, List.of(10L, 10L, 10L, 10L));

    @Test
    void eachRejectIsShownWithoutItsBody() {
        all.add(reject("a", "r", WORD, "{\"secret\":1}", 7), 3);
        all.add(reject("b", null, WORD, "{}", 8), 3);
        all.add(reject("a", "r", WORD + 1, "", Reject.NOT_PUBLISHED), 3);
        assertThat(all.table())
                .containsExactly(
                        "id       a",
                        "routing  r",
                        "type     strict",
                        "reason   no such\\u{a}field",
                        "version  " + WORD + " (lineage 1, source shard 2, _seq_no 30)",
                        "lane     3",
                        "offset   7",
                        "size     12 bytes",
                        "",
                        "id       a",
                        "routing  r",
                        "type     strict",
                        "reason   no such\\u{a}field",
                        "version  " + (WORD + 1) + " (lineage 1, source shard 2, _seq_no 31)",
                        "lane     3",
                        "offset   never published",
                        "size     its bytes do not lie in Kafka");
        assertThat(all.fields("run").toString()).contains("bytes=12").doesNotContain("secret");
    }

    @Test
    void theSourcesOwnVersionIsNoWord() {
        DocumentRejects own = new DocumentRejects("a", null, VersionMode.SOURCE, List.of(10L, 10L, 10L, 10L));
        own.add(reject("a", null, WORD, "{}", 7), 0);
        assertThat(own.table()).contains("version  " + WORD);
    }

    @Test
    void aRoutingChoosesADocument() {
        DocumentRejects none = new DocumentRejects("a", "", VersionMode.SEQNO, List.of(10L, 10L, 10L, 10L));
        DocumentRejects one = new DocumentRejects("a", "x", VersionMode.SEQNO, List.of(10L, 10L, 10L, 10L));
        for (DocumentRejects some : new DocumentRejects[] {none, one}) {
            some.add(reject("a", null, WORD, "{\"n\":0}", 1), 0);
            some.add(reject("a", "x", WORD, "{\"n\":1}", 2), 0);
            some.add(reject("a", "y", WORD, "{\"n\":2}", 3), 0);
        }
        assertThat(none.body().utf8()).isEqualTo("{\"n\":0}");
        assertThat(one.body().utf8()).isEqualTo("{\"n\":1}");
    }

    /// It has forgotten a delete, and counts from 1 again.
    @Test
    void theNewestOfTheSourcesOwnVersionsIsTheLastOne() {
        DocumentRejects own = new DocumentRejects("a", null, VersionMode.SOURCE, List.of(10L, 10L, 10L, 10L));
        own.add(reject("a", null, 5, "{\"n\":5}", 2), 0);
        own.add(reject("a", null, 1, "{\"n\":1}", 3), 0);
        own.add(reject("a", null, 5, "{\"n\":5}", 2), 0);
        assertThat(own.body().utf8()).isEqualTo("{\"n\":1}");
    }

    @Test
    void theBodyIsThatOfTheNewestState() {
        all.add(reject("a", null, WORD + 1, "{\"n\":1}", 2), 0);
        all.add(reject("a", null, WORD, "{\"n\":0}", 3), 0);
        assertThat(all.body().utf8()).isEqualTo("{\"n\":1}");
    }

    @Test
    void theBodyIsTheSourcesAndNotWhatWasMadeOfItAndRefusedAsWell() {
        all.add(reject("a", null, WORD, "{\"n\":0}", 2), 0);
        all.add(reject("a", null, WORD, "{\"n\":1}", 3), 0);
        assertThat(all.body().utf8()).isEqualTo("{\"n\":0}");
    }

    @Test
    void noOlderBodyStandsForOneThatIsNotThere() {
        all.add(reject("a", null, WORD, "{\"n\":0}", 3), 0);
        all.add(reject("a", null, WORD + 1, "", Reject.NOT_PUBLISHED), 0);
        assertThatThrownBy(all::body)
                .isInstanceOf(RunRefusedException.class)
                .hasMessageContaining("read them in the source");
    }

    @Test
    void oneIdUnderSeveralRoutingsHasNoBodyOfItsOwn() {
        all.add(reject("a", null, WORD, "{}", 3), 0);
        all.add(reject("a", "x", WORD, "{}", 4), 0);
        assertThatThrownBy(all::body).isInstanceOf(RunRefusedException.class).hasMessageContaining("--routing");
    }

    private static Reject reject(String id, @Nullable String routing, long version, String body, long offset) {
        DocRecord document =
                new DocRecord(Bytes.utf8(id), routing == null ? null : Bytes.utf8(routing), version, Bytes.utf8(body));
        return new Reject(document, "strict", "no such\nfield", offset);
    }
}
