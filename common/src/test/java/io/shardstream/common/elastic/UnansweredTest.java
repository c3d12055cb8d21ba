package io.shardstream.common.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.junit.jupiter.api.Test;

class UnansweredTest {
    private static ElasticException because(Throwable failure, Duration silence) {
        return Unanswered.because("source", "http://n:9200", Call.get("/i/_search"), silence, failure);
    }

    /// C-38.
    @Test
    void anAnswerThatIsLateNamesTheNodeTheKeyAndTheTime() {
        ElasticException late =
                because(new IOException(new SocketTimeoutException("1,000 MILLISECONDS")), Duration.ofSeconds(1));

        assertThat(late)
                .hasMessage("source node http://n:9200 did not answer GET /i/_search within"
                        + " source.request-timeout (1s)")
                .isInstanceOfSatisfying(
                        ElasticException.Unreachable.class,
                        one -> assertThat(one.waited()).isEqualTo(Duration.ofSeconds(1)));
        assertThat(late.isTooMuch()).isTrue();
        assertThat(because(new SocketTimeoutException(), Duration.ofMillis(1500)))
                .hasMessageEndingWith("(1500ms)");
    }

    @Test
    void aNodeThatIsNotThereIsNotLate() {
        for (Exception failure : new Exception[] {new ConnectException(), new ConnectTimeoutException("no")}) {
            ElasticException gone = because(failure, Duration.ofSeconds(1));
            assertThat(gone.isTooMuch()).isFalse();
            assertThat(gone)
                    .isInstanceOfSatisfying(
                            ElasticException.Unreachable.class,
                            one -> assertThat(one.isLate()).isFalse());
        }
    }

    /// It may have failed at a document that it was asked for.
    @Test
    void anAnswerThatIsCutOffMayBeDueToTheDocuments() {
        for (Exception failure :
                new Exception[] {new ConnectionClosedException("end"), new SocketException("Connection reset")}) {
            ElasticException cut = because(new IOException(failure), Duration.ofSeconds(1));
            assertThat(cut.mayBeOfDocuments()).isTrue();
            assertThat(cut.isTooMuch()).isFalse();
        }
        for (Exception failure :
                new Exception[] {new ConnectException(), new ConnectTimeoutException("no"), new EOFException("other")
                }) {
            assertThat(because(failure, Duration.ofSeconds(1)).mayBeOfDocuments())
                    .isFalse();
        }
    }
}
