package io.shardstream.cli.rejects;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReplayTextTest {
    private final ReplayText published = text(3, 0);

    @Test
    void whatWasPublishedIsSaidAndWhatBecameOfIt() {
        assertThat(published.publishedLine()).isEqualTo("3 rejected documents were published again (30 B).");
        assertThat(published.known(1).swept(2).outcomeLines())
                .containsExactly(
                        "2 are in the target now, or superseded there; 1 was rejected again: 'rejects show' says why.",
                        "The sweep after that deleted 2 documents that the source does not have any more.");
        assertThat(published.known(0).outcomeLines())
                .containsExactly("3 are in the target now, or superseded there; 0 were rejected again.");
    }

    @Test
    void whatIsNotKnownIsNotSaid() {
        assertThat(published.outcomeLines()).hasSize(1).first().asString().contains("wait in Kafka");
        assertThat(published.fields()).doesNotContainKeys("rejected_again", "swept");
    }

    @Test
    void whatCouldNotBePublishedIsSaid() {
        assertThat(text(0, 2).publishedLine())
                .isEqualTo("Nothing was published; 2 were not, as Kafka does not hold the bytes.");
        assertThat(text(0, 0).publishedLine())
                .isEqualTo("Run run has no open rejects that are meant: nothing was published.");
    }

    @Test
    void whatCouldNotBeTreatedIsSaid() {
        ReplayText text = new ReplayText(
                "run", 0, 0, 0, Map.of("it is b", 2L, "it is a", 1L), OptionalLong.empty(), OptionalLong.empty());
        assertThat(text.publishedLine()).isEqualTo("Nothing was published.");
        assertThat(text.refusalLines())
                .containsExactly("1 was not published: it is a", "2 were not published: it is b");
        assertThat(text.fields()).containsEntry("untreated", 3L);
    }

    private static ReplayText text(long published, long withoutBody) {
        return new ReplayText(
                "run", published, 10 * published, withoutBody, Map.of(), OptionalLong.empty(), OptionalLong.empty());
    }
}
