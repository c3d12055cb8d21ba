package io.shardstream.control.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.control.console.ledger.LedgerState;
import io.shardstream.control.state.SteeredRun;
import io.shardstream.control.state.StopMark;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What whoever lets a run go on has seen, and what they accept.
class ResumeOverHttpTest {
    private static final String RESTORED = "the target was restored.";

    private final Map<String, byte[]> topic = new ConcurrentHashMap<>(Map.of(
            Pause.KEY,
            new Pause("load test", Instant.EPOCH).encode(),
            Blocked.key(Blocked.TARGET),
            new Blocked(Blocked.TARGET, RESTORED, Instant.EPOCH).encode()));
    private ServedApi served;

    @BeforeEach
    void start() throws Exception {
        served = new ServedApi(new RunApi(
                "cities",
                Optional::empty,
                LedgerState.Elsewhere::new,
                new RunStream(Optional::empty, _ -> {}),
                new SteeringRoutes(SteeredRun.in(topic)),
                () -> false));
    }

    @AfterEach
    void close() {
        served.close();
    }

    @Test
    void aRunThatIsStoppedForWhatWasSeenAndAcceptedGoesOn() throws Exception {
        String seen = StopMark.of(new ControlRecords(topic)).orElseThrow();

        HttpResponse<String> answer = resume(RESTORED, seen);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(topic).isEmpty();
    }

    @Test
    void oneThatIsStoppedForSomethingElseDoesNot() throws Exception {
        HttpResponse<String> answer = resume(RESTORED, "of another look");

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(answer.body()).contains("is not stopped for what was shown any more");
        assertThat(topic).hasSize(2);
    }

    private HttpResponse<String> resume(String accepted, String seen) throws Exception {
        return served.post("/v1/resume", "{\"accepted\":\"" + accepted + "\",\"seen\":\"" + seen + "\"}");
    }
}
