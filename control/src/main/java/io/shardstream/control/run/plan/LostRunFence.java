package io.shardstream.control.run.plan;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.log.About;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.OwnAliases;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.control.index.cluster.WriterFencing;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes a target away from the processes of a lost run, of which some may still live and hold records: their
/// write alias goes, and what nodes have accepted of them is waited for. As in the fence of a cut-over.
/// Killed anywhere, it is done again from its start.
final class LostRunFence {
    private static final Logger LOG = LoggerFactory.getLogger(LostRunFence.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    private static final int LOOKS = 60;
    private static final String UNCHANGED = " Nothing was changed.";

    private final WriterFencing target;
    private final Consumer<String> requireLost;
    private final AtRest atRest;
    private final Sleeper sleeper;

    /// Whether nobody has written to the target since it was examined.
    @FunctionalInterface
    interface AtRest {
        boolean holds() throws ElasticException;
    }

    /// @param requireLost throws a [RunRefusedException] for a run that goes on
    LostRunFence(WriterFencing target, Consumer<String> requireLost, AtRest atRest, Sleeper sleeper) {
        this.target = target;
        this.requireLost = requireLost;
        this.atRest = atRest;
        this.sleeper = sleeper;
    }

    /// When this returns, only writes through `alias` reach the index, and all others are done.
    ///
    /// @param alias of the run that adopts the index, which no other run has had
    /// @throws RunRefusedException if a process of a lost run goes on writing for half a minute, or if
    ///     production may be on the index by now, or another run that goes on has taken it since it was
    ///     examined, or if somebody has written to it since, or blocks writes to it
    void close(String index, String alias) throws ElasticException, InterruptedException {
        requireAtRest(index, alias);
        Set<String> runs = moved(index, alias);
        for (String run : runs) {
            awaitBulks(run, "");
        }
        awaitWrites(index, alias);
        About.index(index)
                .in(LOG.atInfo())
                .log("Target index {} is written to through alias {} only from now on", index, alias);
    }

    /// A run that looks lost may live by another Kafka, and the aliases that it writes by are not given back.
    /// Where ours is there, an attempt that was killed has taken the target, and may have left its block.
    private void requireAtRest(String index, String alias) throws ElasticException, InterruptedException {
        OwnAliases own = own(index);
        if (own.names().contains(alias)) {
            return;
        }
        AdoptionRules.requireCopying(index, own);
        own.runs().forEach(requireLost);
        if (target.writeBlock(index) != WriteBlock.NONE) {
            throw new RunRefusedException("Target index '" + index + "' has a write block, and this run has not set it."
                    + " Ask whoever did, or lift it: " + WriteBlock.lifting(index) + ". Then give the command again."
                    + UNCHANGED);
        }
        for (String run : own.runs()) {
            awaitBulks(run, UNCHANGED);
        }
        if (!atRest.holds()) {
            throw new RunRefusedException("Target index '" + index + "' was written to while it was examined: "
                    + (own.runs().isEmpty() ? "a run" : "run " + String.join(", ", own.runs()))
                    + " may still work, perhaps with another Kafka. Continue that run, or stop every process of it and"
                    + " give the command again."
                    + UNCHANGED);
        }
    }

    private OwnAliases own(String index) throws ElasticException {
        return OwnAliases.among(target.aliases(index).stream().map(Alias::name).toList());
    }

    /// @return the runs whose aliases were there
    private Set<String> moved(String index, String alias) throws ElasticException, InterruptedException {
        for (int look = 0; look < LOOKS; look++) {
            OwnAliases own = own(index);
            // The call needs all that is seen here, so nobody is cut over to the index in between.
            AdoptionRules.requireCopying(index, own);
            own.runs().forEach(requireLost);
            List<AliasChange> changes = new ArrayList<>();
            own.names().stream()
                    .filter(name -> !name.equals(alias))
                    .forEach(name -> changes.add(new AliasChange.Remove(index, name)));
            changes.add(new AliasChange.Add(index, new Alias(alias, "{}")));
            if (target.change(changes)) {
                return own.runs();
            }
            sleeper.sleep(BETWEEN_LOOKS);
        }
        throw new RunRefusedException(
                "The aliases of target index '" + index + "' change all the time: stop every process of the lost run.");
    }

    private void awaitBulks(String run, String end) throws ElasticException, InterruptedException {
        for (int look = 0; target.hasBulks(run); look++) {
            if (look == LOOKS) {
                throw new RunRefusedException("A bulk of run " + run + " is still under way in the target. Stop every"
                        + " process of that run, and give the command again." + end);
            }
            sleeper.sleep(BETWEEN_LOOKS);
        }
    }

    /// A block whose shards have all answered says that no write is under way. One that was there before says
    /// nothing.
    private void awaitWrites(String index, String alias) throws ElasticException, InterruptedException {
        for (int look = 0; look < LOOKS; look++) {
            boolean isPassed = target.block(index, alias);
            boolean isLifted = target.unblock(index, alias);
            if (isPassed && isLifted) {
                return;
            }
            sleeper.sleep(BETWEEN_LOOKS);
        }
        throw new RunRefusedException("Not all shards of target index '" + index
                + "' confirm that no write is under way: give the command again when the index is green.");
    }
}
