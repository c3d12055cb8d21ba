package io.shardstream.localcluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreePortsTest {

    @Test
    void neverGivesAPortTwice() {
        FreePorts one = new FreePorts(new Random(1));
        FreePorts other = new FreePorts(new Random(1));

        assertThat(IntStream.range(0, 50).flatMap(_ -> IntStream.of(one.next(), other.next())))
                .doesNotHaveDuplicates();
    }

    @Test
    void seesThatSomebodyListensOnAPort() throws IOException {
        int port = new FreePorts(new Random(2)).next();
        try (PortHolder holder = PortHolder.on(port)) {
            assertThat(FreePorts.isFree(holder.port())).isFalse();
        }
        assertThat(FreePorts.isFree(port)).isTrue();
    }
}
