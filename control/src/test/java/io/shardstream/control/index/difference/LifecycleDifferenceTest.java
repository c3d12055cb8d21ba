package io.shardstream.control.index.difference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class LifecycleDifferenceTest {
    private static final String POLICY = "index.lifecycle.name";
    private static final String ORIGINATION = "index.lifecycle.origination_date";

    @Test
    void aPolicyThatOnlyOneSideHasIsNoticed() {
        assertThat(words(settings(POLICY, "days"), settings()))
                .containsExactly("index.lifecycle.name (days → not set)");
        assertThat(words(settings(), settings(POLICY, "days"))).hasSize(1);
        String managed = "index.plugins.index_state_management.policy_id";
        assertThat(words(settings(managed, "days"), settings())).hasSize(1);
        assertThat(words(settings(POLICY, "days", "index.lifecycle.rollover_alias", "logs"), settings(POLICY, "days")))
                .contains("index.lifecycle.rollover_alias (logs → not set)");
    }

    /// The source was made at 100, the target at 900.
    @Test
    void anAgeThatWouldBeginAnewIsNoticed() {
        IndexSettings source = settings(POLICY, "days", "index.creation_date", "100");
        assertThat(words(source, settings(POLICY, "days", "index.creation_date", "900")))
                .containsExactly("index.lifecycle.origination_date (100 → 900)");
        assertThat(words(source, settings(POLICY, "days", "index.creation_date", "900", ORIGINATION, "100")))
                .isEmpty();
        assertThat(words(settings(POLICY, "days", "index.creation_date", "100", ORIGINATION, "-1"), source))
                .isEmpty();
    }

    @Test
    void withoutAPolicyOnlyADateThatSomebodyHasSetIsNoticed() {
        IndexSettings source = settings(ORIGINATION, "7", "index.creation_date", "100");
        assertThat(words(source, settings("index.creation_date", "900")))
                .containsExactly("index.lifecycle.origination_date (7 → not set)");
        assertThat(words(source, settings(ORIGINATION, "7"))).isEmpty();
        assertThat(words(settings("index.creation_date", "100"), settings("index.creation_date", "900")))
                .isEmpty();
    }

    @Test
    void whatTheRunFileSaysIsIntended() {
        Intended intended =
                new Intended(Map.of(POLICY, JsonNodeFactory.instance.stringNode("months")), Optional.empty());
        assertThat(LifecycleDifference.of(settings(POLICY, "days"), settings(POLICY, "months"), intended))
                .singleElement()
                .matches(NoticedDifference::isIntended);
    }

    private static List<String> words(IndexSettings source, IndexSettings target) {
        return LifecycleDifference.of(source, target, Intended.NOTHING).stream()
                .map(NoticedDifference::words)
                .toList();
    }

    private static IndexSettings settings(String... pairs) {
        Map<String, String> set = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            set.put(pairs[i], pairs[i + 1]);
        }
        return new IndexSettings(set, Map.of());
    }
}
