package io.shardstream.common.contract.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CutoverTermsTest {
    private final CutoverTerms terms = terms(List.of("a", "bc"), List.of("${env:URL}"));

    @Test
    void whatIsLongOrSecretIsAHash() {
        assertThat(terms.values())
                .containsEntry("replace-index", "true")
                .containsEntry("max-blocked", "90s")
                .containsEntry("max-lag", "5");
        assertThat(terms.values().get("canaries")).matches("[0-9a-f]{16}");
        assertThat(terms.values().get("on-swap")).matches("[0-9a-f]{16}");
        assertThat(terms(List.of(), List.of()).values())
                .containsEntry("canaries", "nothing")
                .containsEntry("on-swap", "nothing");
    }

    @Test
    void otherListsHaveOtherHashes() {
        assertThat(terms(List.of("a", "bc"), List.of("${env:URL}"))).isEqualTo(terms);
        assertThat(terms(List.of("ab", "c"), List.of()).values().get("canaries"))
                .isNotEqualTo(terms.values().get("canaries"));
        assertThat(terms(List.of("a", "bc"), List.of("${env:OTHER}")).values().get("on-swap"))
                .isNotEqualTo(terms.values().get("on-swap"));
    }

    @Test
    void anOlderCommandThatSaysNothingIsNotHeldToIt() {
        assertThat(terms.difference(request(Map.of("force", "yes")))).isEmpty();
        assertThat(terms.difference(request(terms.values()))).isEmpty();
    }

    @Test
    void onlyWhatIsLookedAtIsCompared() {
        Request request = request(Map.of("max-lag", "7", "on-swap", "nothing"));
        assertThat(terms.difference(request))
                .hasValue("the process that controls the run was started with cutover.max-lag: 5, and the run file of"
                        + " this command says 7");
        assertThat(terms.difference(request, Set.of("on-swap")))
                .hasValue("the process that controls the run was started with another cutover.on-swap or"
                        + " cutover.on-swap-timeout than the run file of this command has");
        assertThat(terms.difference(request, Set.of("max-blocked"))).isEmpty();
    }

    private static Request request(Map<String, String> options) {
        return new Request("c1", Request.Kind.CUTOVER, options, Instant.EPOCH);
    }

    private static CutoverTerms terms(List<String> canaries, List<String> onSwap) {
        return CutoverTerms.of(
                Duration.ofSeconds(90), 5, canaries, 0, ReplaceIndex.WITH_COPY, onSwap, Duration.ofSeconds(10));
    }
}
