package io.shardstream.common.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AuditTest {
    private final List<String> lines = new ArrayList<>();
    private Instant now = Instant.EPOCH;
    private final Audit audit = new Audit(() -> now, lines::add);

    @Test
    void whoIsRefusedCannotFillTheLog() {
        refuse(Audit.MOST + 3);

        assertThat(lines).hasSize(Audit.MOST);
    }

    @Test
    void howManyRefusalsWereNotToldIsSaidWithTheNext() {
        refuse(Audit.MOST + 3);
        now = now.plus(Audit.PERIOD);
        refuse(2);

        assertThat(lines.subList(Audit.MOST, lines.size()))
                .containsExactly(
                        "Refused over HTTP: a certificate of CN=x from 10.0.0.7: unknown; 3 more before this were not"
                                + " told",
                        "Refused over HTTP: a certificate of CN=x from 10.0.0.7: unknown");
    }

    @Test
    void whatIsSentBeginsNoLineOfItsOwn() {
        audit.refusedCertificate("CN=a\r\nDone over HTTP: \u001b[2J\u2028b", "10.0.0.7", "unknown");

        assertThat(lines)
                .containsExactly(
                        "Refused over HTTP: a certificate of CN=a??Done over HTTP: ?[2J?b from 10.0.0.7: unknown");
    }

    @Test
    void whatIsLongIsCut() {
        audit.refusedCertificate("x".repeat(100_000), "10.0.0.7", "unknown");

        assertThat(lines.getFirst()).hasSizeLessThan(500).contains("x… from 10.0.0.7");
    }

    private void refuse(int times) {
        IntStream.range(0, times).forEach(_ -> audit.refusedCertificate("CN=x", "10.0.0.7", "unknown"));
    }
}
