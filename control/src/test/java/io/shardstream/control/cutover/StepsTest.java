package io.shardstream.control.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.record.Request;
import io.shardstream.common.record.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class StepsTest {
    private final CutoverFixture fixture = new CutoverFixture();
    private final Request request = fixture.ask(Request.Kind.CUTOVER, Map.of());
    private final List<String> seen = new ArrayList<>();
    private final Steps steps = new Steps(fixture.term(fixture.topic.journal()), request, _ -> {});
    private int tries;

    @Test
    void whyAStepIsTriedAgainIsToldToWhoeverWaitsForItUntilItIsNotTrueAnyMore() throws Exception {
        String value = steps.take("look", () -> {
            look();
            return switch (++tries) {
                case 1 -> throw new ElasticException.Malformed("answer of the source makes no sense");
                case 2 -> throw new TimeoutException("no broker answers");
                case 3 -> Optional.empty();
                default -> Optional.of(new Steps.Taken<>("found", "all is well"));
            };
        });
        look();

        assertThat(value).isEqualTo("found");
        assertThat(seen)
                .containsExactly(
                        "",
                        "it is tried again, the answer of the source makes no sense",
                        "it is tried again, no broker answers",
                        "",
                        "all is well");
    }

    @Test
    void theNextStepBeginsWithoutTheTroubleOfAQuestion() throws Exception {
        String _ = steps.tried(() -> {
            if (++tries == 1) {
                throw new TimeoutException("no broker answers");
            }
            return "answer";
        });
        steps.take("look", "", () -> {
            look();
            return Optional.of(true);
        });

        assertThat(seen).containsExactly("");
    }

    /// What the command sees at this moment.
    private void look() {
        seen.add(fixture.topic
                .said()
                .all(Step.keyPrefix(request.id()), Step::decode)
                .getLast()
                .detail());
    }
}
