package io.shardstream.control.run.condition;

import static io.shardstream.control.run.cutover.CutoverFixture.SOURCE;
import static io.shardstream.control.run.cutover.CutoverFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.TargetOriginals;
import io.shardstream.control.index.difference.Intended;
import io.shardstream.control.index.target.TombstoneAge;
import io.shardstream.control.run.block.Sides;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.StringNode;

/// How long the target remembers deletes when the run has ended.
class ForgottenDeletesTest {
    private final CutoverFixture run = new CutoverFixture();

    @ParameterizedTest
    @CsvSource({
        "60s, 0s, true",
        "5m, , true",
        ", 30s, true",
        ", 60s, false",
        "60s, 1m, false",
        "60s, 1h, false",
        "-1, 60s, true"
    })
    void fewerThanTheSourceNeedConsentByName(@Nullable String source, @Nullable String target, boolean isAsked)
            throws Exception {
        run.topic.say(TargetOriginals.KEY, new TargetOriginals(target).encode());
        if (source != null) {
            run.cluster.settingsOf(SOURCE).put(TombstoneAge.SETTING, source);
        }
        Answer answer = run.answerTo(Request.Kind.CUTOVER, Map.of("dry-run", "yes"));
        assertThat(answer.sentence().contains("--accept-difference 'index.gc_deletes'"))
                .isEqualTo(isAsked);
    }

    /// As the log advises where the source's was changed while the run worked.
    @Test
    void areNoneWhereSomebodyHasSetAsMuchInTheTargetWhichStays() throws Exception {
        run.topic.say(TargetOriginals.KEY, new TargetOriginals(null).encode());
        run.cluster.settingsOf(SOURCE).put(TombstoneAge.SETTING, "24h");
        run.cluster.settingsOf(TARGET).put(TombstoneAge.SETTING, "24h");
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of()).outcome()).isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.settingsOf(TARGET)).containsEntry(TombstoneAge.SETTING, "24h");
    }

    @Test
    void areNoneThatTheRunFileAsksFor() throws Exception {
        Sides sides = new Sides("x", run.term(run.topic.journal()), run.cluster, run.cluster);
        run.cluster.settingsOf(SOURCE).put(TombstoneAge.SETTING, "5m");
        for (String wanted : List.of("30s", "40s")) {
            Intended intended =
                    new Intended(Map.of(TombstoneAge.SETTING, StringNode.valueOf(wanted)), Optional.empty());
            assertThat(ForgottenDeletes.of(sides, Optional.of(new TargetOriginals("30s")), intended))
                    .as(wanted)
                    .matches(found -> found.isPresent() == wanted.equals("40s"));
        }
    }

    @Test
    void areAcceptedByName() throws Exception {
        run.topic.say(TargetOriginals.KEY, new TargetOriginals("0s").encode());
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of("force", "true")).sentence())
                .contains("index.gc_deletes (60s → 0s when the run ends)");
        assertThat(run.answerTo(Request.Kind.CUTOVER, Map.of("accept-difference", "index.gc_deletes"))
                        .outcome())
                .isEqualTo(Answer.Outcome.DONE);
        assertThat(run.cluster.settingsOf(TARGET)).containsEntry(TombstoneAge.SETTING, "0s");
    }
}
