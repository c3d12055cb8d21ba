package io.shardstream.control.index.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.state.finding.FindingCode;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AddressRuleTest {
    @Test
    void addressesThatNobodyHasNamedAreOneFinding() {
        List<String> twelve = IntStream.range(0, 12)
                .mapToObj(node -> "http://10.0.0." + node + ":9200")
                .toList();
        assertThat(AddressRule.ofUnnamed("source", List.of(), true)).isEmpty();
        assertThat(AddressRule.ofUnnamed("source", twelve, true)).hasValueSatisfying(one -> {
            assertThat(one.code()).isEqualTo(FindingCode.ADDRESSES_NOT_NAMED);
            assertThat(one.what()).contains("not in source.nodes: http://10.0.0.0:9200,", " and 2 more.");
            assertThat(one.advice()).contains("use https");
        });
        assertThat(AddressRule.ofUnnamed("source", twelve, false).orElseThrow().advice())
                .doesNotContain("http");
    }
}
