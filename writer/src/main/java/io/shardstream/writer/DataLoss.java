package io.shardstream.writer;

import org.apache.kafka.common.TopicPartition;

/// What a person is told when a lane's log no longer has records that were never written.
final class DataLoss {
    private DataLoss() {}

    static String sentence(TopicPartition lane, long committed, long beginning) {
        return "Lane " + lane.partition() + " of " + lane.topic() + " has lost records: it begins at offset "
                + beginning
                + ", but only those below " + committed + " are known to have been written, so offsets " + committed
                + " to "
                + (beginning - 1) + " are gone; look for who shortened the topic (retention, deleteRecords); then"
                + " 'resume --read-again' lets the run read everything again into a new one";
    }

    static String sentence(TopicPartition lane, long offset) {
        return "Lane " + lane.partition() + " of " + lane.topic() + " no longer has offset " + offset
                + ", which is to be written next: the topic was shortened or lost its tail; look for who did that; then"
                + " 'resume --read-again' lets the run read everything again into a new one";
    }
}
