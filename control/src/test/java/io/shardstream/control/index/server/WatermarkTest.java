package io.shardstream.control.index.server;

import static io.shardstream.control.index.server.ServerAnswers.json;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatermarkTest {
    private static final String HIGH = "cluster.routing.allocation.disk.watermark.high";

    @ParameterizedTest
    @CsvSource({"90%, 100", "0.9, 100", "97.5%, 25", "100b, 100", "1kb, 1024"})
    void whatStaysFreeIsWrittenAsAPercentageARatioOrASize(String setting, long kept) {
        assertThat(watermark("{'persistent':{'" + HIGH + "':'" + setting + "'}}")
                        .keptFree(1000))
                .isEqualTo(kept);
    }

    /// Elasticsearch since 8.5 by default.
    @Test
    void ofLargeDisksNoMoreThanTheHeadroomStaysFree() {
        Watermark high = watermark("{'defaults':{'" + HIGH + "':'90%','" + HIGH + ".max_headroom':'150gb'}}");
        assertThat(high.keptFree(10L << 40)).isEqualTo(150L << 30);
        assertThat(high.keptFree(1L << 30)).isEqualTo(Math.round((1L << 30) * 0.1));
    }

    /// As it answers where the percentage was set.
    @Test
    void aHeadroomOfMinusOneIsNone() {
        Watermark high =
                watermark("{'persistent':{'" + HIGH + "':'90%'},'defaults':{'" + HIGH + ".max_headroom':'-1'}}");
        assertThat(high.keptFree(10_000)).isEqualTo(1000);
    }

    @Test
    void whatIsTransientWins() {
        Watermark high =
                watermark("{'persistent':{'" + HIGH + "':'90%'},'transient':{'" + HIGH + "':'50%'},'defaults':{}}");
        assertThat(high.keptFree(1000)).isEqualTo(500);
    }

    @Test
    void whereNobodyTellsItIsNinetyPerCent() {
        assertThat(watermark("{}").keptFree(1000)).isEqualTo(100);
    }

    @Test
    void aClusterThatDoesNotLookAtDisksKeepsNothingFree() {
        assertThat(watermark("{'persistent':{'cluster.routing.allocation.disk.threshold_enabled':'false'}}")
                        .keptFree(1000))
                .isZero();
    }

    private static Watermark watermark(String answer) {
        return Watermark.high(ClusterSettings.of(json(answer)));
    }
}
