package io.shardstream.simulation.contract;

import io.shardstream.simulation.kafka.KafkaModel;
import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.kernel.SimulatedProcess;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/// The model of Kafka.
class ModelKafkaTest implements KafkaLogContract, KafkaGroupContract, KafkaTransactionContract {
    private static final Duration SESSION = Duration.ofSeconds(1);

    @Override
    public void over(Body body) {
        Simulated.run(process -> body.run(new InMemory(process.kernel(), new KafkaModel(process.kernel()), process)));
    }

    /// Each consumer of a group is a process of its own, so that it alone can be silent.
    private static final class InMemory implements Kafka {
        private final Kernel kernel;
        private final KafkaModel model;
        private final SimulatedProcess process;
        private final Map<Consumer<byte[], byte[]>, SimulatedProcess> members = new HashMap<>();
        private int names;

        InMemory(Kernel kernel, KafkaModel model, SimulatedProcess process) {
            this.kernel = kernel;
            this.model = model;
            this.process = process;
        }

        @Override
        public List<TopicPartition> topic(int partitions) {
            String topic = name();
            model.createTopic(topic, partitions);
            return IntStream.range(0, partitions)
                    .mapToObj(partition -> new TopicPartition(topic, partition))
                    .toList();
        }

        @Override
        public String name() {
            names++;
            return "name-" + names;
        }

        @Override
        public Producer<byte[], byte[]> producer() {
            return model.producer(process);
        }

        @Override
        public Producer<byte[], byte[]> transactionalProducer(String id) {
            return model.transactionalProducer(process, id);
        }

        @Override
        public Consumer<byte[], byte[]> reader() {
            return model.reader(process);
        }

        @Override
        public Consumer<byte[], byte[]> member(String group) {
            SimulatedProcess own = new SimulatedProcess(kernel, name());
            Consumer<byte[], byte[]> member = model.member(own, group, SESSION);
            members.put(member, own);
            return member;
        }

        @Override
        public void throwOut(String group, Consumer<byte[], byte[]> member) {
            SimulatedProcess own = members.get(member);
            if (own == null) {
                throw new IllegalArgumentException("not a member of a group");
            }
            own.cutOff(SESSION.multipliedBy(2));
            pause(SESSION.multipliedBy(2));
        }

        @Override
        public Producer<byte[], byte[]> leaveOpen(String id, ProducerRecord<byte[], byte[]> message) {
            Producer<byte[], byte[]> producer = model.transactionalProducer(process, id);
            SimulatedProcess other = new SimulatedProcess(kernel, name());
            producer.initTransactions();
            producer.beginTransaction();
            var _ = producer.send(message);
            TopicPartition partition = new TopicPartition(message.topic(), message.partition());
            long end = model.end(partition);
            other.execute(producer::commitTransaction);
            while (model.end(partition) == end) {
                pause(Duration.ofNanos(1000));
            }
            other.freeze();
            return producer;
        }

        @Override
        public void deleteBefore(TopicPartition partition, long offset) {
            model.deleteBefore(partition, offset);
        }

        @Override
        public void cut(TopicPartition partition, long offset) {
            model.truncate(partition, offset);
        }

        @Override
        public void pause(Duration time) {
            process.sleep(time);
        }
    }
}
