package io.shardstream.common.contract.routing;

/// Murmur3 (x86, 32 bits, seed 0) over the UTF-16 code units of a text, low byte first, as
/// Elasticsearch's `Murmur3HashFunction` computes it.
final class Murmur3 {
    private static final int C1 = 0xcc9e2d51;
    private static final int C2 = 0x1b873593;

    private Murmur3() {}

    static int hash(String text) {
        int length = text.length();
        int hash = 0;
        int pairs = length & ~1;
        for (int i = 0; i < pairs; i += 2) {
            hash ^= scramble(text.charAt(i) | text.charAt(i + 1) << 16);
            hash = Integer.rotateLeft(hash, 13) * 5 + 0xe6546b64;
        }
        if (pairs < length) {
            hash ^= scramble(text.charAt(pairs));
        }
        return avalanche(hash ^ length * 2);
    }

    private static int scramble(int block) {
        return Integer.rotateLeft(block * C1, 15) * C2;
    }

    private static int avalanche(int hash) {
        int h = hash;
        h ^= h >>> 16;
        h *= 0x85ebca6b;
        h ^= h >>> 13;
        h *= 0xc2b2ae35;
        return h ^ h >>> 16;
    }
}
