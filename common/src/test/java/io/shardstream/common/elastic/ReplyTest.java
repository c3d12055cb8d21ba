package io.shardstream.common.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.bytes.Bytes;
import org.junit.jupiter.api.Test;

class ReplyTest {
    /// C-48: a document may be in it.
    @Test
    void anAnswerIsReadHoweverDeepItIsAndHoweverLongItsNamesAre() throws Exception {
        String deep = "{\"a\":".repeat(990) + "1" + "}".repeat(990);
        String named = "{\"" + "k".repeat(60_000) + "\":1}";

        assertThat(answer("{\"_source\":" + deep + "}").json().path("_source").isObject())
                .isTrue();
        assertThat(answer("{\"_source\":" + named + "}").json().path("_source").size())
                .isOne();
    }

    private static Reply answer(String body) {
        return new Reply("n", Call.get("/"), 200, Bytes.utf8(body));
    }
}
