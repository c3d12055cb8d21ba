package io.shardstream.common.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class NoticeProducerTest {
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(Cluster.empty(), true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private int made;
    private final NoticeProducer notices = new NoticeProducer(
            () -> {
                made++;
                return producer;
            },
            "events");

    @Test
    void whatIsToldLiesInTheTopic() {
        notices.tell("news".getBytes(UTF_8));

        assertThat(producer.history()).singleElement().satisfies(told -> {
            assertThat(told.topic() + "-" + told.partition()).isEqualTo("events-0");
            assertThat(told.value()).asString(UTF_8).isEqualTo("news");
        });
    }

    @Test
    void oneProducerTellsEverything() {
        notices.tell("news".getBytes(UTF_8));
        notices.tell("more news".getBytes(UTF_8));

        assertThat(made).isOne();
    }

    @Test
    void itsProducerIsClosedWithIt() {
        notices.tell("news".getBytes(UTF_8));

        notices.close();

        assertThat(producer.closed()).isTrue();
    }

    @Test
    void whoHasToldNothingMakesNoProducer() {
        notices.close();

        assertThat(made).isZero();
    }

    @Test
    void whatCannotBeToldIsNoTroubleOfWhoeverTells() {
        producer.sendException = new TimeoutException("no broker");

        assertThatCode(() -> notices.tell("news".getBytes(UTF_8))).doesNotThrowAnyException();
        assertThat(producer.history()).isEmpty();
    }
}
