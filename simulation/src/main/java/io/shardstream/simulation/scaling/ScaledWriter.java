package io.shardstream.simulation.scaling;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.group.PinnedGroup;
import io.shardstream.common.kafka.ControlTopicTail;
import io.shardstream.common.loop.Loop;
import io.shardstream.simulation.kafka.KafkaModel;
import io.shardstream.simulation.kernel.Kernel;
import io.shardstream.simulation.kernel.SimulatedMailbox;
import io.shardstream.simulation.kernel.SimulatedProcess;
import io.shardstream.writer.WriterAssembly;
import io.shardstream.writer.WriterSettings;
import java.util.Set;

/// A real writer in a process of its own, and what its loop costs on the real machine.
final class ScaledWriter {
    private final GroupMember member;
    private final TimedLoop loop;

    ScaledWriter(
            SimulatedProcess process,
            RunTopics topics,
            RunPlan plan,
            KafkaModel kafka,
            ClassicGroup group,
            LaneRecords lanes,
            DataNodes target,
            WriterSettings settings) {
        Kernel kernel = process.kernel();
        ControlTopicTail control = new ControlTopicTail(kafka.reader(process), topics, process.clock());
        PinnedGroup membership = WriterAssembly.membership(settings.member().pin(), control, kernel::nanos);
        this.member = new GroupMember(
                process, group, membership, lanes, settings.member().heartbeats());
        SimulatedMailbox mailbox = new SimulatedMailbox(process);
        this.loop = new TimedLoop(new WriterAssembly(
                        topics,
                        plan,
                        control,
                        settings,
                        new LinkSender(process, target),
                        membership,
                        member,
                        kafka.producer(process),
                        kernel::nanos,
                        process.clock(),
                        kernel.random(),
                        warning -> kernel.trace(() -> process + ": " + warning.sentence()))
                .loop(mailbox));
        process.drive(loop, mailbox, thrown -> {
            if (thrown != null) {
                kernel.fail(thrown);
            }
        });
    }

    Set<Integer> holds() {
        return member.holds();
    }

    /// Steps of its loop since the last call of [#forget()].
    long steps() {
        return loop.steps;
    }

    /// Nanoseconds of the real machine in those, without what the model of the consumer took.
    long nanos() {
        return loop.nanos;
    }

    void forget() {
        loop.steps = 0;
        loop.nanos = 0;
    }

    private final class TimedLoop implements Loop {
        private final Loop timed;
        private long steps;
        private long nanos;

        TimedLoop(Loop timed) {
            this.timed = timed;
        }

        @Override
        public String name() {
            return timed.name();
        }

        @Override
        public int doWork() {
            long polled = member.inPoll();
            long begun = System.nanoTime();
            int work = timed.doWork();
            nanos += System.nanoTime() - begun - (member.inPoll() - polled);
            steps++;
            return work;
        }

        @Override
        public void close() {
            timed.close();
        }
    }
}
