package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.primary.ElectedPrimary;
import io.shardstream.common.primary.NotPrimaryException;
import io.shardstream.control.scan.ScannedCopy;
import io.shardstream.control.scan.ScannedShard;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/// Shards some of which lose their primaries.
final class LostPrimaries {
    private final Set<Integer> lost = new HashSet<>();

    void lose(int shard) {
        lost.add(shard);
    }

    void comeBack() {
        lost.clear();
    }

    List<ScannedShard> around(List<? extends ScannedShard> shards) {
        return IntStream.range(0, shards.size())
                .<ScannedShard>mapToObj(number -> new Shard(number, shards.get(number)))
                .toList();
    }

    private final class Shard implements ScannedShard {
        private final int number;
        private final ScannedShard shard;

        Shard(int number, ScannedShard shard) {
            this.number = number;
            this.shard = shard;
        }

        @Override
        public ScannedCopy locate() throws ElasticException, NotPrimaryException {
            if (lost.contains(number)) {
                throw new NotPrimaryException("no node has shard " + number);
            }
            return shard.locate();
        }

        @Override
        public ElectedPrimary elected() throws ElasticException {
            return shard.elected();
        }
    }
}
