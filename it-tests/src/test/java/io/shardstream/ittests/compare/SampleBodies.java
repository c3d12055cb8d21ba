package io.shardstream.ittests.compare;

import io.shardstream.common.contract.bytes.Bytes;

/// Small bodies that differ from each other.
final class SampleBodies {
    private SampleBodies() {}

    static Bytes of(int number) {
        return Bytes.utf8("{\"number\":%d,\"text\":\"of %d\"}".formatted(number, number));
    }
}
