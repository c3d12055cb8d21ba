package io.shardstream.common.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThisProcessTest {
    /// In containers on one machine's network the id and the machine's name are those of others too.
    @Test
    void itsNameHasAPartThatNoOtherProcessHas() {
        assertThat(ThisProcess.name())
                .startsWith(ProcessHandle.current().pid() + "@")
                .matches("\\d+@[^/]+/[0-9a-f]{6}")
                .isEqualTo(ThisProcess.name());
        assertThat(ThisProcess.clientId("shardstream-reader")).isEqualTo("shardstream-reader-" + ThisProcess.name());
    }
}
