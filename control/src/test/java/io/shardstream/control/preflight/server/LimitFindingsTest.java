package io.shardstream.control.preflight.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LimitFindingsTest {
    private static final RunTopics RUN = new RunTopics("run");
    private static final long CARRIED = 10 << 20;

    @Test
    void limitsWithWhichTheRunWasMadeAreFine() {
        assertThat(of(Map.of("socket.request.max.bytes", "104857600"), "11010048"))
                .isEmpty();
        assertThat(LimitFindings.ofTarget(CARRIED, 100 << 20)).isEmpty();
    }

    @Test
    void whatIsNotToldIsNotJudged() {
        assertThat(of(Map.of(), "")).isEmpty();
    }

    @Test
    void aLowerLimitIsToldByItsName() {
        assertThat(of(Map.of("socket.request.max.bytes", "1048576"), "1048576"))
                .allMatch(finding -> finding.code() == FindingCode.DOCUMENT_LIMIT_LOWERED)
                .extracting(Finding::what)
                .satisfiesExactly(
                        brokers -> assertThat(brokers).contains("socket.request.max.bytes"),
                        topic -> assertThat(topic).contains(RUN.docs(), "max.message.bytes"));
        assertThat(LimitFindings.ofTarget(CARRIED, CARRIED)).isPresent();
    }

    private static List<Finding> of(Map<String, String> brokers, String messageMax) {
        Map<String, String> settings =
                messageMax.isEmpty() ? Map.of() : Map.of("max.message.bytes", messageMax, "retention.ms", "-1");
        List<TopicFacts> topics =
                List.of(new TopicFacts(RUN.docs(), 1, 3, settings), new TopicFacts(RUN.slices(), 1, 3, settings));
        return LimitFindings.ofKafka(
                CARRIED, RUN, new KafkaFacts(3, OptionalInt.empty(), brokers, List.of(), topics, true));
    }
}
