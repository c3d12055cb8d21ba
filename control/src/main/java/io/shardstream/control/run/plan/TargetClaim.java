package io.shardstream.control.run.plan;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.HttpClusterSwitch;
import io.shardstream.control.index.cluster.WriterFencing;
import io.shardstream.control.index.target.Claim;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Takes an index that is there by comparing and setting its aliases. A run gives it a claim first, looks who
/// else is there, and then puts its write alias in the place of the claim, by one call that changes nothing
/// if the claim is gone.
///
/// Two runs cannot both come through: of two claims one was given before the other, and is seen by whoever
/// gave the later one, as the claim or as the write alias that has come in its place. Two that see each other
/// both withdraw. A call that arrives late gives a claim, which has no power, or changes nothing.
public final class TargetClaim implements Claim {
    private final WriterFencing target;
    private final Look look;
    private final String index;
    private final TargetOwner owner;

    /// Gives the names of all aliases of the index, also of those that no role of the user names.
    @FunctionalInterface
    interface Look {
        Set<String> aliases() throws ElasticException;
    }

    TargetClaim(WriterFencing target, Look look, String index, TargetOwner owner) {
        this.target = target;
        this.look = look;
        this.index = index;
        this.owner = owner;
    }

    /// @param owner the run that is to own the index
    public static TargetClaim of(ElasticCluster cluster, String index, TargetOwner owner) {
        HttpClusterSwitch target = new HttpClusterSwitch(cluster);
        Look look = () -> target.find(index).stream()
                .filter(found -> found.name().equals(index))
                .findFirst()
                .orElseThrow(() -> new RunRefusedException(
                        "Target index '" + index + "' was deleted while the run was taking it: start again."))
                .aliases();
        return new TargetClaim(target, look, index, owner);
    }

    /// An earlier start of the run, which did not come as far as a plan, may have made its target under
    /// another name. Two indices with the alias would refuse every bulk.
    ///
    /// @param index the only one that may have the run's write alias
    /// @throws RunRefusedException if another one has it
    public static void requireNoOther(ElasticCluster cluster, String index, TargetOwner owner) throws ElasticException {
        new HttpClusterSwitch(cluster)
                .find(owner.writeAlias()).stream()
                        .map(FoundIndex::name)
                        .filter(name -> !name.equals(index))
                        .findFirst()
                        .ifPresent(other -> {
                            throw new RunRefusedException("An earlier start of run " + owner.run()
                                    + " made target index '" + other + "': it has the run's write alias '"
                                    + owner.writeAlias()
                                    + "'. Name it as target.index again, or delete it if nobody needs what it holds.");
                        });
    }

    @Override
    public String writeAlias() {
        return owner.writeAlias();
    }

    @Override
    public void requireFree() throws ElasticException {
        owner.obstacle(index, look.aliases()).ifPresent(sentence -> {
            throw new RunRefusedException(sentence);
        });
    }

    @Override
    public void take() throws ElasticException {
        Set<String> before = look.aliases();
        Optional<String> taken = owner.obstacle(index, before);
        if (taken.isPresent()) {
            // One that a process of before has left would keep others away.
            if (before.contains(owner.claim())) {
                withdraw();
            }
            throw new RunRefusedException(taken.get());
        }
        if (before.contains(writeAlias())) {
            return;
        }
        if (!before.contains(owner.claim())) {
            var _ = target.change(List.of(new AliasChange.Add(index, new Alias(owner.claim(), "{}"))));
        }
        Set<String> now = look.aliases();
        Optional<String> obstacle = owner.obstacle(index, now);
        if (obstacle.isPresent()) {
            withdraw();
            throw new RunRefusedException(obstacle.get());
        }
        // A master that was deposed and does not know it yet may tell a state from before the claim.
        boolean isTaken = now.contains(owner.claim()) && replaceClaim();
        if (!isTaken && !look.aliases().contains(writeAlias())) {
            throw new RunRefusedException("Alias '" + owner.claim() + "', by which run " + owner.run()
                    + " was taking target index '" + index + "', is not there any more: start again.");
        }
    }

    /// @return false if the claim is gone, and nothing was changed
    private boolean replaceClaim() throws ElasticException {
        return target.change(List.of(
                new AliasChange.Remove(index, owner.claim()),
                new AliasChange.Add(index, new Alias(writeAlias(), "{}"))));
    }

    /// A claim that is gone already is as good.
    private void withdraw() throws ElasticException {
        var _ = target.change(List.of(new AliasChange.Remove(index, owner.claim())));
    }
}
