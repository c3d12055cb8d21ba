package io.shardstream.workload.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ArticlesTest {
    @Test
    void sameSeedGivesTheSameArticles() {
        List<SampleDocument> some = new Articles(7).stream(20).toList();

        assertThat(new Articles(7).stream(20)).isEqualTo(some);
        assertThat(new Articles(8).stream(20)).isNotEqualTo(some);
    }

    @Test
    void articlesAreStrictJsonOnOneLineOfAboutTwoKilobytes() {
        JsonMapper json = new JsonMapper();
        List<Bytes> bodies =
                new Articles(1).stream(500).map(SampleDocument::source).toList();

        assertThat(bodies).allSatisfy(body -> {
            assertThat(body.utf8()).doesNotContain("\n");
            assertThat(json.readTree(body.toArray()).path("place").path("lat").isNumber())
                    .isTrue();
        });
        assertThat(bodies.stream().mapToInt(Bytes::length).average().orElseThrow())
                .isBetween(1700.0, 2400.0);
    }

    @Test
    void bundledCitiesAreAllThere() {
        try (Stream<SampleDocument> cities = Cities.stream()) {
            assertThat(cities.map(SampleDocument::id).distinct().count()).isEqualTo(Cities.COUNT);
        }
    }
}
