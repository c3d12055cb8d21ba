package io.shardstream.localcluster.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.localcluster.process.LocalServerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SearchServerVersionTest {

    @ParameterizedTest
    @EnumSource
    void readsWhatItWrites(SearchServerVersion version) {
        assertThat(SearchServerVersion.parse(version.toString())).isEqualTo(version);
    }

    @Test
    void refusesAnUnknownOneAndListsTheKnown() {
        assertThatThrownBy(() -> SearchServerVersion.parse("elasticsearch:1.2.3"))
                .isInstanceOf(LocalServerException.class)
                .hasMessage("There is no server \"elasticsearch:1.2.3\"; known are elasticsearch:9.5.3,"
                        + " elasticsearch:8.19.21, elasticsearch:7.17.29, elasticsearch:7.10.2, opensearch:3.8.0,"
                        + " opensearch:2.19.6, opensearch:1.3.20.");
    }
}
