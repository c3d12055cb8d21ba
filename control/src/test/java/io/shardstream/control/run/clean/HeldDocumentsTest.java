package io.shardstream.control.run.clean;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunTopics;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HeldDocumentsTest {
    private final RunTopics topics = new RunTopics("x").inGeneration(2);
    private final Set<String> there = new HashSet<>(topics.all());

    @Test
    void whatIsWholeCanBeCounted() {
        HeldDocuments held = HeldDocuments.of(topics, there);

        assertThat(held.areThere()).isTrue();
        assertThat(held.uncounted()).isEmpty();
    }

    /// `clean` deletes these first.
    @Test
    void whereNeitherOfTheTwoIsLeftNothingIsHeld() {
        there.remove(topics.docs());
        there.remove(topics.rejects());

        assertThat(HeldDocuments.of(topics, there).areThere()).isFalse();
    }

    @Test
    void withoutOneOfTheOthersNobodyKnowsHowManyTheyAre() {
        there.remove(topics.outcomes());
        there.remove(topics.docs());

        HeldDocuments held = HeldDocuments.of(topics, there);

        assertThat(held.areThere()).isTrue();
        assertThat(held.uncounted())
                .hasValueSatisfying(sentence -> assertThat(sentence)
                        .startsWith("Topic shardstream.x.docs.2, shardstream.x.outcomes.2 of the run is gone, ")
                        .contains("delete shardstream.x.rejects.2 by hand"));
    }

    @Test
    void documentsOfAnyGenerationAreDeletedFirst() {
        assertThat(topics.isOfDocuments("shardstream.x.docs")).isTrue();
        assertThat(topics.isOfDocuments("shardstream.x.rejects.2")).isTrue();
        assertThat(topics.isOfDocuments("shardstream.x.outcomes")).isFalse();
        assertThat(topics.isOfDocuments("shardstream.x.control")).isFalse();
    }
}
