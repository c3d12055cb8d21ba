package io.shardstream.control.run.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.ElectedPrimary;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.scan.ScannedShard;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

/// Shards some of which lose their primaries, or are on nodes that take questions and say nothing.
public final class LostPrimaries {
    private final Set<Integer> lost = new HashSet<>();
    private volatile boolean isSilent;
    private volatile boolean isAsked;

    public void lose(int shard) {
        lost.add(shard);
    }

    /// Who asks from now on waits until it is interrupted.
    void fallSilent() {
        isSilent = true;
    }

    /// Whether somebody has asked since.
    boolean isAskedInVain() {
        return isAsked;
    }

    public void comeBack() {
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
            if (isSilent) {
                awaitInterrupt();
            }
            if (lost.contains(number)) {
                throw new NotPrimaryException("no node has shard " + number);
            }
            return shard.locate();
        }

        private void awaitInterrupt() throws NotPrimaryException {
            isAsked = true;
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new NotPrimaryException("nobody waits for shard " + number + " any more");
            }
        }

        /// Where they do not, each is asked by the thread that wants to know.
        @Override
        public boolean sharesAnswers() {
            return isSilent;
        }

        @Override
        public ElectedPrimary elected() throws ElasticException, NotPrimaryException {
            return shard.elected();
        }
    }
}
