package io.shardstream.bench.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.bench.stage.NodeUse;
import java.util.List;
import org.junit.jupiter.api.Test;

class BudgetUseTest {
    private final BudgetUse use = new BudgetUse(0.4);

    @Test
    void aBudgetBindsWhenTheBusiestNodeUsesNearlyAllOfIt() {
        use.add(List.of(new NodeUse("node-0", 3.9, 500, 450), new NodeUse("node-1", 1.0, 500, 0)), 10);
        assertThat(use.binds()).isTrue();
        assertThat(use.text())
                .isEqualTo("it binds: node-0 used 0.39 (held back in 90 % of the periods), node-1 used 0.10 (held back"
                        + " in 0 % of the periods), of 0.40 each; the most that one used during one copy 0.39");
    }

    @Test
    void aNodeThatHasMuchLeftIsNotHeldBack() {
        use.add(List.of(new NodeUse("node-0", 2.0, 500, 10)), 10);
        assertThat(use.binds()).isFalse();
        assertThat(use.text()).startsWith("it does not bind: node-0 used 0.20 (held back in 2 % ");
    }

    @Test
    void copiesAreTakenTogether() {
        use.add(List.of(new NodeUse("node-0", 4.0, 100, 100)), 10);
        use.add(List.of(new NodeUse("node-0", 1.0, 100, 0)), 10);
        assertThat(use.binds()).isFalse();
        assertThat(use.text()).contains("node-0 used 0.25 (held back in 50 % ").endsWith("during one copy 0.40");
    }
}
