package io.shardstream.workload.compare;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;

class BodyParserTest {
    private static final String ITEM = """
            {"_index":"i","_id":"%s","_version":7,"_seq_no":3,"_primary_term":1,"found":true,"_source":%s}""";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                " {\"a\":1}  ",
                "{\"a\":[1E400,\n{\"_source\":{}}]}",
                "{\"a\":\"\\u00e9 é \uD83D\uDE00 }}\"}",
                "\n{}\t"
            })
    void sourceIsCutOutAsItIs(String source) {
        List<Body> bodies = parse(ITEM.formatted("é", source), ITEM.formatted("b", "{\"x\":2}"));

        assertThat(bodies).extracting(BodyParserTest::text).containsExactly(source, "{\"x\":2}");
        assertThat(bodies).extracting(body -> body.id().id()).containsExactly("é", "b");
        assertThat(bodies).extracting(Body::version).containsOnly(7L);
        assertThat(bodies).extracting(Body::seqNo).containsOnly(3L);
    }

    @Test
    void routingIsRead() {
        List<Body> bodies = parse(ITEM.formatted("a", "{}").replace("\"found\"", "\"_routing\":\"r\",\"found\""));

        assertThat(bodies).extracting(Body::id).containsExactly(new DocumentId("a", "r"));
    }

    @Test
    void documentThatIsNotFoundIsLeftOut() {
        assertThat(parse("{\"_index\":\"i\",\"_id\":\"a\",\"found\":false}", ITEM.formatted("b", "{}")))
                .extracting(body -> body.id().id())
                .containsExactly("b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1} // x", "{\"a\":/* */1}", "{} }", "{\"a\":1"})
    void whatIsNotStrictJsonBreaksThePage(String source) {
        assertThatThrownBy(() -> parse(ITEM.formatted("a", source))).isInstanceOf(JacksonException.class);
    }

    private static List<Body> parse(String... items) {
        return BodyParser.parse(("{\"docs\":[" + String.join(",", items) + "]}").getBytes(UTF_8));
    }

    private static String text(Body body) {
        return UTF_8.decode(body.source().duplicate()).toString();
    }
}
