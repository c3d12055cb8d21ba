package io.shardstream.cli.exit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.NewerFormatException;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.control.state.RejectsGoneException;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class ErrorSentenceTest {
    @Command(name = "fail")
    private static final class Failing implements Runnable {
        private final RuntimeException failure;

        @Option(names = "--verbose")
        private boolean verbose;

        private Failing(RuntimeException failure) {
            this.failure = failure;
        }

        @Override
        public void run() {
            throw failure;
        }

        @Override
        public String toString() {
            return "failing " + verbose;
        }
    }

    private final StringWriter err = new StringWriter();

    /// Some begin with who was asked, others are whole sentences.
    @Test
    void whatAServerHasNotAnsweredBeginsAsASentence() {
        assertThat(ErrorSentence.sentence(new ElasticException.Malformed("source does not say")))
                .isEqualTo("The source does not say");
        ElasticException whole = new ElasticException.Malformed("The source has not said how 'x' is mapped");
        assertThat(ErrorSentence.sentence(whole)).isEqualTo("The source has not said how 'x' is mapped");
        assertThat(whole.inSentence()).isEqualTo("the source has not said how 'x' is mapped");
    }

    /// What a command does between two looks.
    private interface Waiting {
        void goOn(Duration time) throws InterruptedException;
    }

    @Test
    void whoStopsACommandThatWaitsIsToldThatItWasNotDone() {
        Stop stop = new Stop();
        Waiting waiting = stop.sleeper()::sleep;
        stop.ask();
        assertThatThrownBy(() -> waiting.goOn(Duration.ofDays(1)))
                .isInstanceOf(InterruptedException.class)
                .satisfies(stopped -> {
                    assertThat(ErrorSentence.code(stopped)).isEqualTo(143);
                    assertThat(ErrorSentence.sentence(stopped)).startsWith("This command was stopped before");
                });
    }

    @Test
    void whatARefusalSaysIsAllThatIsSaid() {
        assertThat(fail(new RunRefusedException("There is no index 'x'."))).isEqualTo(1);
        assertThat(err.toString()).isEqualTo("There is no index 'x'." + System.lineSeparator());
    }

    @Test
    void aRejectsTopicThatIsGoneIsNoBrokerThatDoesNotAnswer() {
        assertThat(fail(new RejectsGoneException("r", true))).isEqualTo(1);
        assertThat(err.toString()).startsWith("Topic r is gone: ");
    }

    @Test
    void whereTheLogIsJsonTheSentenceIsALineOfIt() {
        ProcessLog log = ProcessLog.here();
        log.begins(LogFormat.json, "reader", "r-1");
        try {
            assertThat(fail(new BlockedException("Look."))).isEqualTo(3);
        } finally {
            log.begins(LogFormat.text, "test", "test");
        }
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void whoIsTooOldForTheRunIsToldSoWithTheCodeOfABlockedRun() {
        assertThat(fail(new CompletionException(new NewerFormatException("Start version 9."))))
                .isEqualTo(3);
        assertThat(err.toString()).isEqualTo("Start version 9." + System.lineSeparator());
    }

    @Test
    void aBlockedRunHasItsOwnCodeAlsoWhenAnotherThreadSaysIt() {
        assertThat(fail(new CompletionException(new BlockedException("Look.")))).isEqualTo(3);
        assertThat(err.toString()).isEqualTo("Look." + System.lineSeparator());
    }

    @Test
    void whoeverIsFencedByItsOwnNameIsToldOfTheOption() {
        fail(new CompletionException(new FencedInstanceIdException("group.instance.id")));
        assertThat(err.toString()).contains("under the same --instance").doesNotContain("group.instance.id");
    }

    @Test
    void clustersAndKafkaAreNamed() {
        fail(new CompletionException(new ElasticException.Malformed("source node x is odd")));
        fail(new TimeoutException("too slow"));
        assertThat(err.toString().lines()).containsExactly("The source node x is odd", "Kafka: too slow");
    }

    @Test
    void aRunThatWasTakenOverSaysSo() {
        fail(new ProducerFencedException("There is a newer producer"));
        fail(new InvalidProducerEpochException("Producer attempted to produce with an old epoch."));
        fail(new KafkaException("Cannot execute", new ProducerFencedException("There is a newer producer")));
        assertThat(err.toString().lines())
                .hasSize(3)
                .containsOnly("Another 'run' or 'control' of this run has taken over: only one may work at a time.");
    }

    @Test
    void theStackTraceIsForThoseWhoAsk() {
        fail(new IllegalStateException("odd"));
        assertThat(err.toString().lines())
                .containsExactly("Something went wrong that should not (IllegalStateException: odd); --verbose shows"
                        + " where.");
        fail(new IllegalStateException("odd"), "--verbose");
        assertThat(err.toString()).contains("\tat " + ErrorSentenceTest.class.getName());
    }

    private int fail(RuntimeException failure, String... arguments) {
        return new CommandLine(new Failing(failure))
                .setErr(new PrintWriter(err))
                .setExecutionExceptionHandler(new ErrorSentence(_ -> null))
                .execute(arguments);
    }
}
