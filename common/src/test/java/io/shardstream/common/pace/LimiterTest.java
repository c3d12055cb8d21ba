package io.shardstream.common.pace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LimiterTest {
    /// C-46: of a writer that does not know where primaries are.
    @Test
    void whatIsOfANodeSaysSoAlsoWhereTheNodeIsNotKnown() {
        assertThat(new Limiter(Limiter.Kind.UNDER_WAY, "n2"))
                .hasToString("node n2: as many bulks as it works on at once");
        assertThat(new Limiter(Limiter.Kind.UNDER_WAY, ""))
                .hasToString("any node: as many bulks as it works on at once");
        assertThat(Limiter.of(Limiter.Kind.PAUSE)).hasToString("the pause");
    }
}
