package io.shardstream.common.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorTextTest {
    /// As Elasticsearch 7.17 to 9.5 and OpenSearch 3.8 quote documents, or requests with documents in them.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "failed to parse field [n] of type [long] in document with id '1'. Preview of field's value: 'secret'",
                "failed to parse, document is empty at [Source: (byte[])\"secret\"; line: 1, column: 2]",
                "primary shard is not active Timeout: [1s], request: [BulkShardRequest [[a][0]] containing [secret]]",
                "rejected execution of BulkShardRequest [[a][0]] containing [index {[a][1], source[secret]}]",
                "version conflict of index {[a][1], source[secret]}",
            })
    void whatAServerSaysEndsWhereItBeginsToQuote(String reason) {
        assertThat(ErrorText.withoutDocument(reason)).endsWith(" …").doesNotContain("secret");
    }

    @Test
    void onlyTheBeginningOfALongTextIsKept() {
        assertThat(ErrorText.kept("why " + "x".repeat(1_000_000)))
                .startsWith("why xxx")
                .endsWith(" …")
                .hasSizeLessThan(2_100);
        assertThat(ErrorText.kept("why")).isEqualTo("why");
    }

    @Test
    void whatQuotesNothingStaysAsItIs() {
        String reason = "index [cities] blocked by: [FORBIDDEN/8/index write (api)];";
        assertThat(ErrorText.withoutDocument(reason)).isEqualTo(reason);
    }
}
