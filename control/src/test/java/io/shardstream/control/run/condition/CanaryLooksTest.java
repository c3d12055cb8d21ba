package io.shardstream.control.run.condition;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.cluster.CanaryAnswer;
import io.shardstream.control.index.cluster.CanaryAnswer.Hit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// What is a difference between what both sides answer to one search, and what ties and writes explain.
class CanaryLooksTest {
    /// @param hits such as `a:2`, an id and its rank
    private static CanaryAnswer answer(long total, boolean isOrdered, String... hits) {
        List<Hit> first = new ArrayList<>();
        for (String hit : hits) {
            first.add(new Hit(hit.substring(0, 1), hit.substring(2)));
        }
        return new CanaryAnswer(OptionalLong.of(total), true, first, isOrdered, Optional.empty());
    }

    private static Optional<String> difference(int tolerance, CanaryAnswer... inTurn) {
        CanaryLooks looks = new CanaryLooks(tolerance);
        for (int look = 0; look < inTurn.length; look += 2) {
            looks.add(inTurn[look], inTurn[look + 1]);
        }
        return looks.difference();
    }

    @Test
    void equalAnswersDoNotDiffer() {
        assertThat(difference(0, answer(2, false, "a:2", "b:1"), answer(2, false, "b:2", "a:1")))
                .isEmpty();
    }

    @Test
    void bothNumbersAreShown() {
        assertThat(difference(0, answer(80, false), answer(60, false)))
                .contains("finds 80 documents in the source and 60 in the target");
    }

    @Test
    void aNumberThatWritesExplainIsNoDifference() {
        assertThat(difference(0, answer(80, false), answer(60, false), answer(90, false), answer(85, false)))
                .isEmpty();
        assertThat(difference(0, answer(80, false), answer(60, false), answer(90, false), answer(70, false)))
                .isPresent();
    }

    @Test
    void hitsOfOneSideAreNamedSideBySide() {
        assertThat(difference(0, answer(2, false, "a:2", "b:1"), answer(2, false, "a:2", "c:1")))
                .contains("of the first 2 hits has only the source 'b' and only the target 'c'");
    }

    @Test
    void hitsThatRankAsTheLastOneMayBeOthers() {
        assertThat(difference(0, answer(9, false, "a:2", "b:1"), answer(9, false, "a:2", "c:1")))
                .isEmpty();
        assertThat(difference(0, answer(9, false, "a:2", "b:1"), answer(9, false, "c:2", "b:1")))
                .isPresent();
    }

    @Test
    void aHitThatComesLaterIsNoDifference() {
        assertThat(difference(
                        0,
                        answer(2, false, "a:2", "b:1"),
                        answer(2, false, "a:2"),
                        answer(2, false, "a:2", "b:1"),
                        answer(2, false, "a:2", "b:1")))
                .isEmpty();
    }

    @Test
    void anotherOrderIsADifferenceWhereItDoesNotGoByScoresAndNotAmongEqualValues() {
        assertThat(difference(0, answer(2, true, "a:2", "b:1"), answer(2, true, "b:2", "a:1")))
                .contains("has 'a', 'b' in another order in the target");
        assertThat(difference(0, answer(2, true, "a:1", "b:1"), answer(2, true, "b:1", "a:1")))
                .isEmpty();
    }

    @Test
    void asMuchAsTheRunFileSaysMayDiffer() {
        CanaryAnswer source = answer(2, false, "a:2", "b:1");
        CanaryAnswer target = answer(2, false, "a:2", "c:1");

        assertThat(difference(50, source, target)).isEmpty();
        assertThat(difference(49, source, target)).isPresent();
    }

    @Test
    void whatCannotBeComparedIsADifference() {
        CanaryAnswer good = answer(2, false, "a:2", "b:1");

        assertThat(difference(100, good, read("{'took':1,'timed_out':true}")))
                .contains("cannot be compared: on the target it was not answered by every shard, or not to the end");
        assertThat(difference(100, read("{'took':1}"), good)).isPresent();
        assertThat(difference(100, read("{'timed_out':false,'_shards':{'failed':0}}"), good))
                .contains("cannot be compared: on the source its answer has no hits");
        assertThat(difference(100, good, read("{'timed_out':false,'_shards':{'failed':0},'hits':{'hits':[]}}")))
                .contains("only the source says how many it finds");
    }

    @Test
    void aLookThatOneSideHasNotAnsweredHidesNothing() {
        CanaryAnswer trouble = CanaryAnswer.uncompared("it was slow");
        CanaryAnswer source = answer(2, true, "a:2", "b:1");

        assertThat(difference(0, trouble, source, source, answer(2, true, "b:2", "a:1"), source, trouble))
                .contains("has 'a', 'b' in another order in the target");
        assertThat(difference(0, source, trouble, source, answer(2, true, "a:2", "c:1")))
                .isPresent();
        assertThat(difference(0, trouble, trouble, source, source)).isEmpty();
    }

    @Test
    void hitsThatAllRankAlikeBesideACappedTotalCompareNothing() {
        CanaryAnswer capped = read("""
                {'timed_out':false,'_shards':{'failed':0},'hits':{'total':{'value':10000,'relation':'gte'},
                 'hits':[{'_id':'a','_score':0.0},{'_id':'b','_score':0.0}]}}""");
        CanaryLooks looks = new CanaryLooks(0);
        assertThat(looks.comparesNothing()).isFalse();
        looks.add(capped, capped);

        assertThat(looks.difference()).isEmpty();
        assertThat(looks.comparesNothing()).isTrue();
        looks.add(answer(2, false), capped);
        assertThat(looks.comparesNothing()).isFalse();
    }

    @Test
    void answersAreRead() {
        CanaryAnswer scored = read("""
                {'took':3,'timed_out':false,'_shards':{'failed':0},'hits':{'total':{'value':7,'relation':'eq'},
                 'hits':[{'_id':'a','_score':1.5}]}}""");
        CanaryAnswer sorted = read("""
                {'took':3,'timed_out':false,'_shards':{'failed':0},'hits':{'total':{'value':1,'relation':'eq'},
                 'hits':[{'_id':'a','_score':null,'sort':[5,'x']}]}}""");

        assertThat(scored)
                .isEqualTo(new CanaryAnswer(
                        OptionalLong.of(7), true, List.of(new Hit("a", "1.5")), false, Optional.empty()));
        assertThat(sorted)
                .isEqualTo(new CanaryAnswer(
                        OptionalLong.of(1), true, List.of(new Hit("a", "[5,\"x\"]")), true, Optional.empty()));
    }

    private static CanaryAnswer read(String answer) {
        return CanaryAnswer.of(new JsonMapper().readTree(answer.replace('\'', '"')));
    }
}
