package io.shardstream.bench.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class WritersTest {
    private final JsonMapper mapper = new JsonMapper();

    @Test
    void anOrderIsTheSameAfterItsWayToTheWorker() {
        Order order = new Order(WorkerTask.copy, "/tmp/a run.yaml", Writers.pinnedTo(List.of("node-0", "node-1")));
        String line = mapper.writeValueAsString(order);
        assertThat(line).doesNotContain("\n");
        assertThat(mapper.readValue(line, Order.class)).isEqualTo(order);
    }

    @Test
    void writersThatPreferNothingHaveEmptyPins() {
        assertThat(Writers.unpinned(3, true).pins()).containsExactly("", "", "");
        assertThat(Writers.ONE.knowPrimaries()).isTrue();
    }

    @Test
    void aRunHasAWriter() {
        assertThatThrownBy(() -> Writers.pinnedTo(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
