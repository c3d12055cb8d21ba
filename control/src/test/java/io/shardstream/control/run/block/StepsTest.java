package io.shardstream.control.run.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.run.cutover.CutoverFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StepsTest {
    private final CutoverFixture fixture = new CutoverFixture();
    private final Request request = fixture.ask(Request.Kind.CUTOVER, Map.of());
    private final List<String> seen = new ArrayList<>();
    private final Steps steps = new Steps(fixture.term(fixture.topic.journal()), request, _ -> {});
    private int tries;

    @Test
    void whyAStepIsTriedAgainIsToldToWhoeverWaitsForItUntilItIsNotTrueAnyMore() throws Exception {
        String value = steps.takeTellingLater("look", () -> {
            look();
            return switch (++tries) {
                case 1 -> throw new ElasticException.Malformed("answer of the source makes no sense");
                case 2 -> throw new TimeoutException("no broker answers");
                case 3 -> Optional.empty();
                default -> Optional.of(new Steps.Taken<>("found", "all is well"));
            };
        });
        lookSoon();

        assertThat(value).isEqualTo("found");
        assertThat(seen)
                .containsExactly(
                        "",
                        "it is tried again, the answer of the source makes no sense",
                        "it is tried again, no broker answers",
                        "",
                        "all is well");
    }

    @ParameterizedTest
    @CsvSource({"400, 100", "404, 100", "409, 100", "401, 300", "403, 300"})
    void whatAServerRefusesAgainAndAgainEndsAPatientStep(int status, int most) {
        assertThatThrownBy(() -> steps.patient().take("look", "", () -> {
                    tries++;
                    throw refused(status);
                }))
                .isInstanceOf(ElasticException.Refused.class)
                .hasMessageContaining("with " + status);
        assertThat(tries).isEqualTo(most);
    }

    /// A flood-stage block is answered with the status of a full queue.
    @Test
    void aBlockIsBelievedWhateverItIsAnsweredWith() {
        String body = "{\"error\":{\"type\":\"cluster_block_exception\",\"reason\":\"disk usage exceeded\"}}";
        assertThatThrownBy(() -> steps.patient().take("look", "", () -> {
                    tries++;
                    new Reply("http://n", Call.get("/"), 429, Bytes.utf8(body)).orThrow();
                    throw new AssertionError();
                }))
                .isInstanceOf(ElasticException.Refused.class);
        assertThat(tries).isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 503})
    void aServerThatIsBusyIsWaitedFor(int status) throws Exception {
        String answer = steps.patient().tried(() -> {
            if (++tries < 1000) {
                throw refused(status);
            }
            return "answer";
        });
        assertThat(answer).isEqualTo("answer");
    }

    @Test
    void aPatientQuestionThatIsRefusedForAMomentIsAnswered() throws Exception {
        String _ = steps.patient().tried(() -> {
            if (++tries < 50) {
                throw refused(tries % 2 == 0 ? 404 : 403);
            }
            return "answer";
        });
        assertThat(tries).isEqualTo(50);
    }

    /// Whether there is any use is a question to production's cluster.
    @Test
    void whetherThereIsAnyUseIsAskedAtOnceAndThenOnceASecond() throws Exception {
        List<Instant> asked = new ArrayList<>();
        Steps often = new Steps(fixture.term(fixture.topic.journal()), request, fixture.run.sleeper()).unless(() -> {
            asked.add(fixture.run.instant());
            return Optional.empty();
        });
        Instant begun = fixture.run.instant();
        String _ = often.tried(() -> {
            if (++tries < 35) {
                throw new TimeoutException("no broker answers");
            }
            return "answer";
        });
        assertThat(asked.getFirst()).isEqualTo(begun);
        assertThat(asked).hasSizeBetween(3, 4);
    }

    @Test
    void whatAQuestionWaitsForIsToldAndThatItWasAnswered() throws Exception {
        String _ = steps.patient().tried(() -> {
            if (++tries == 3) {
                look();
            }
            if (tries < 4) {
                throw new TimeoutException("no broker answers");
            }
            return "answer";
        });
        look();
        assertThat(seen).containsExactly("it is tried again, no broker answers", "");
    }

    @Test
    void whereItIsInVainNothingIsTriedAgain() {
        Steps.NoUse why = () -> switch (tries) {
            case 1 -> throw new ElasticException.Malformed("nobody knows");
            case 2 -> Optional.empty();
            default -> Optional.of("it is gone");
        };
        assertThatThrownBy(() -> steps.unless(why).take("look", "", () -> {
                    assertThat(tries++).isLessThan(10);
                    fixture.run.pass(Duration.ofSeconds(1));
                    throw new ElasticException.Malformed("answer of the source makes no sense");
                }))
                .isInstanceOf(GivenUpException.class)
                .hasMessage("it is gone");
        assertThat(tries).isEqualTo(3);
    }

    @Test
    void aPatientStepEndsAtItsDeadlineAndNotByAnAbort() {
        Steps patient = steps.patient();
        patient.until(fixture.run.instant().plusSeconds(5), () -> "no answer: " + patient.trouble());
        assertThatThrownBy(() -> patient.take("look", "", () -> {
                    if (++tries == 3) {
                        fixture.ask(Request.Kind.ABORT, Map.of());
                    }
                    fixture.run.pass(Duration.ofSeconds(1));
                    throw new TimeoutException("no broker answers");
                }))
                .isInstanceOf(GivenUpException.class)
                .hasMessage("no answer: it is tried again, no broker answers");
        assertThat(tries).isEqualTo(5);
    }

    @Test
    void aComparisonThatFailsLateEachTimeIsLeftAloneAndGivenUpInTheEnd() {
        Steps waiting = new Steps(fixture.term(fixture.topic.journal()), request, fixture.run::pass);
        Instant began = fixture.run.instant();
        assertThatThrownBy(() -> waiting.takeReading("compare", () -> {
                    tries++;
                    fixture.run.pass(Duration.ofMinutes(10));
                    throw new NotPrimaryException("The copies of the primary on a do not follow it");
                }))
                .isInstanceOf(GivenUpException.class)
                .hasMessage("'compare' has failed 6 times, the last time by: The copies of the primary on a do not"
                        + " follow it");
        assertThat(tries).isEqualTo(6);
        assertThat(Duration.between(began, fixture.run.instant())).isGreaterThan(Duration.ofMinutes(60 + 5 * 10));
    }

    /// Nodes that are started again one after the other.
    @Test
    void aComparisonThatFailsForSomeMinutesIsGoneOnWith() throws Exception {
        Steps waiting = new Steps(fixture.term(fixture.topic.journal()), request, fixture.run::pass);
        String value = waiting.takeReading("compare", () -> {
            fixture.run.pass(Duration.ofSeconds(10));
            if (++tries < 12) {
                throw new NotPrimaryException("elsewhere");
            }
            return Optional.of(new Steps.Taken<>("equal", ""));
        });
        assertThat(value).isEqualTo("equal");
    }

    @Test
    void aStepThatMayBeReplacedEndsWhenAnotherRequestIsThere() {
        assertThatThrownBy(() -> steps.untilReplaced().take("look", "", () -> {
                    if (++tries == 3) {
                        fixture.ask(Request.Kind.RELEASE, Map.of());
                    }
                    return Optional.empty();
                }))
                .isInstanceOf(ReplacedException.class)
                .hasMessage("'release' was asked for and has taken its place");
        assertThat(tries).isEqualTo(3);
    }

    private static ElasticException.Refused refused(int status) {
        try {
            new Reply("source", Call.get("/cities"), status, Bytes.EMPTY).orThrow();
            throw new AssertionError("not refused");
        } catch (ElasticException.Refused e) {
            return e;
        }
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

    /// What the command sees a moment later.
    private void lookSoon() {
        fixture.run.pass(Duration.ofMillis(201));
        steps.requireGoingOn();
        look();
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
