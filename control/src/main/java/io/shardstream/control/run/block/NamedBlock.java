package io.shardstream.control.run.block;

import io.shardstream.common.contract.record.OwnBlock;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.log.About;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.GivenUpException;
import io.shardstream.control.index.cluster.RunAliases;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The write block of an index, which only the last controller that wanted to can set or lift.
///
/// A block cannot be made to depend on anything, but its call can name the index by an alias, and fails where
/// that is gone. So each attempt first puts an alias of its own in the place of those of all attempts before
/// it: whatever of theirs arrives later, from a controller that was frozen or out of a queue of the server's,
/// changes nothing. The last one stays, so that a controller that was frozen before its attempt finds out by
/// it that there has been a later one.
///
/// A block does not say who set it. It is the run's own only while an [OwnBlock] in the control topic says
/// that the run set it and has not lifted it, and while the index has an alias of this run. Any other block
/// is left alone.
public final class NamedBlock {
    private static final Logger LOG = LoggerFactory.getLogger(NamedBlock.class);
    /// How long another run is given to give the name of a block back that it has taken away: clients wait.
    private static final Duration NAME_RETURNS = Duration.ofSeconds(10);

    private final ClusterSwitch cluster;
    private final Side side;
    private final String index;
    private final RunAliases names;
    private final ControllerEpoch term;
    /// Names of other runs that may be taken away; empty if all may.
    private final Optional<Set<String>> takes;
    private final boolean isKafkaAway;
    /// A name through which nothing was sent yet.
    private Optional<String> unused = Optional.empty();
    /// Since when another run has had the name of a block of this one.
    private Optional<Instant> withoutName = Optional.empty();
    private final OthersNames ofOthers;

    NamedBlock(ClusterSwitch cluster, Side side, String index, RunAliases names, ControllerEpoch term) {
        this(cluster, side, index, names, term, Optional.empty(), false);
    }

    private NamedBlock(
            ClusterSwitch cluster,
            Side side,
            String index,
            RunAliases names,
            ControllerEpoch term,
            Optional<Set<String>> takes,
            boolean isKafkaAway) {
        this.takes = takes;
        this.isKafkaAway = isKafkaAway;
        this.cluster = cluster;
        this.side = side;
        this.index = index;
        this.names = names;
        this.term = term;
        this.ofOthers = new OthersNames(cluster, index, names, term);
    }

    /// The same block, which is left to any other run that has named it since somebody looked.
    ///
    /// @param known the names that were there then
    public NamedBlock unlessNamedSince(Set<String> known) {
        return new NamedBlock(cluster, side, index, names, term, Optional.of(Set.copyOf(known)), isKafkaAway);
    }

    /// The same block while Kafka cannot be asked: it is left to a later controller, which may be there.
    public NamedBlock withoutKafka() {
        return new NamedBlock(cluster, side, index, names, term, takes, true);
    }

    /// A block that was set.
    ///
    /// @param through the name by which that was done, as long as nobody has tried anything since
    /// @param since from when on no write was taken, at the earliest
    public record Held(String through, Instant since) {}

    String index() {
        return index;
    }

    /// Other runs whose names it has taken away.
    List<String> runsTakenFrom() {
        return ofOthers.runs();
    }

    public WriteBlock now() throws ElasticException {
        return cluster.writeBlock(index);
    }

    /// What the control topic says of it; empty if a block that is there is somebody else's.
    public Optional<OwnBlock> own() {
        return own(term, side);
    }

    public static Optional<OwnBlock> own(ControllerEpoch term, Side side) {
        return term.read(OwnBlock.key(side), OwnBlock::decode);
    }

    /// Takes a name for the next time that it is set, so that nobody waits for that then. The call through it
    /// changes nothing if somebody else has named the index by then, and gets the names back if it is blocked.
    ///
    /// @return empty if it must be tried again
    /// @throws GivenUpException if another run has
    public Optional<String> prepareUnlessBlocked() throws ElasticException {
        unused = takeName();
        return unused.isPresent() && isLeftByOthers() ? unused : Optional.empty();
    }

    /// Leaves the index to another run that may have blocked it, by a name that this one has taken away, or may
    /// have.
    ///
    /// @return false if it must be tried again
    /// @throws GivenUpException if another run has that name again
    public boolean isLeftByOthers() throws ElasticException {
        List<String> runs = ofOthers.runs();
        return switch (returned()) {
            case NOTHING -> true;
            case AGAIN -> false;
            case NAMES -> throw GivenUpException.ofBlock(runs, index);
        };
    }

    /// Gives other runs their names back if there is a block that is not its own: it may be theirs.
    OthersNames.Returned returned() throws ElasticException {
        if (ofOthers.areNone() || own().isPresent() || !now().isThere()) {
            return OthersNames.Returned.NOTHING;
        }
        unused = Optional.empty();
        return ofOthers.giveBack();
    }

    /// Sets it, anew if it is whole: asked again, a server does not say whether all shards know of it.
    ///
    /// @return empty if it must be tried again
    public Optional<Held> set() throws ElasticException {
        Optional<String> name = unused.isPresent() ? unused : takeName();
        // Each attempt has a name of its own: what comes late of one must not meet that of another.
        unused = Optional.empty();
        return name.isPresent() ? setThrough(name.get()) : Optional.empty();
    }

    /// The same through a name that was taken before.
    public Optional<Held> setThrough(String name) throws ElasticException {
        WriteBlock found = now();
        tell(found);
        if (found == WriteBlock.WHOLE && !cluster.unblock(index, name)) {
            return Optional.empty();
        }
        Instant since = term.clock().instant();
        return cluster.block(index, name) ? Optional.of(new Held(name, since)) : Optional.empty();
    }

    /// Only a controller that has written this asks for the block, so one that was deposed before never does.
    private void tell(WriteBlock found) {
        OwnBlock block =
                own().orElseGet(() -> new OwnBlock(side, index, term.clock().instant(), found.isThere()));
        term.write(OwnBlock.key(side), block.encode());
    }

    private void forget() {
        term.write(OwnBlock.key(side), null);
    }

    /// Sets it and lifts it: when that is done, no write is under way that was accepted before.
    ///
    /// @return false if it must be tried again
    public boolean pass() throws ElasticException {
        Optional<Held> held = set();
        if (held.isEmpty() || !liftThrough(held.get().through())) {
            return false;
        }
        forget();
        return true;
    }

    /// Lifts it if it is the run's own, and writes down that it is not there any more. A block of somebody else
    /// stays.
    ///
    /// @return false if it must be tried again
    public boolean lift() throws ElasticException {
        if (own().isEmpty()) {
            return true;
        }
        // It may have come back between two looks.
        boolean isDone = hasOurs() ? liftUntold() : !awaitsName() && !hasOurs();
        if (!isDone) {
            return false;
        }
        forget();
        return true;
    }

    /// Whether the index has a block, of this run or of another one, and the other one has taken the name away
    /// by which this one knows its own. A run that finds a block gives the name back.
    public boolean isNamedByAnother() throws ElasticException {
        return own().isPresent() && !hasOurs() && !otherRuns().isEmpty() && now().isThere();
    }

    /// The same, for as long as the name may still be given back.
    public boolean awaitsName() throws ElasticException {
        if (!isNamedByAnother()) {
            withoutName = Optional.empty();
            return false;
        }
        Instant now = term.clock().instant();
        withoutName = Optional.of(withoutName.orElse(now));
        return now.isBefore(withoutName.get().plus(NAME_RETURNS));
    }

    /// Lifts it for clients that go back to the index, if this run was the last to set it: also where the
    /// control topic does not say that it did, as after a cut-over by an older version.
    ///
    /// @return false if it must be tried again
    public boolean giveBack() throws ElasticException {
        if (!hasOurs()) {
            return lift();
        }
        if (!liftUntold()) {
            return false;
        }
        forget();
        return true;
    }

    /// Whether a block that is there is the run's own.
    public boolean isOurs() throws ElasticException {
        return own().isPresent() && hasOurs();
    }

    /// Whether this run was the last to name it, by the whole state of its cluster: a name that is left out
    /// of another answer would be taken for gone, and the block for somebody else's for ever.
    public boolean hasOurs() throws ElasticException {
        return FoundIndex.of(cluster, index)
                .map(found -> names.isLastToBlock(found.aliases()))
                .orElseThrow(() -> new ElasticException.Malformed("The cluster's state has no index " + index));
    }

    /// Lifts it without the control topic, which is to say so afterwards.
    ///
    /// @return false if it must be tried again
    public boolean liftUntold() throws ElasticException {
        Optional<String> name = takeName();
        return name.isPresent() && liftThrough(name.get());
    }

    /// Lifts it through a name that was just taken, without the control topic. A block that was there before
    /// the run's own is to be there when that is lifted: setting ours lifted it for a moment, and whoever did
    /// so may have died then.
    ///
    /// @return false if it must be tried again
    public boolean liftThrough(String name) throws ElasticException {
        if (own().filter(OwnBlock::isOnAnother).isEmpty()) {
            return lift(name);
        }
        return now() == WriteBlock.WHOLE || cluster.block(index, name);
    }

    /// One that is not whole cannot be taken away, and can be made whole: by whoever set it, or by us.
    private boolean lift(String name) throws ElasticException {
        boolean isWhole = now() != WriteBlock.UNCONFIRMED || cluster.block(index, name);
        if (!isWhole) {
            About.index(index)
                    .in(LOG.atWarn())
                    .log("The write block of '{}' is lifted when all shards have confirmed it", index);
        }
        return isWhole && cluster.unblock(index, name) && !now().isThere();
    }

    /// The name of one that is this run's by that alone; empty if there is none.
    public Optional<String> untold() throws ElasticException {
        return own().isPresent() || !now().isThere()
                ? Optional.empty()
                : FoundIndex.of(cluster, index)
                        .flatMap(found -> UntoldBlock.nameAmong(found.aliases(), names, term.now()));
    }

    /// Makes such a block the run's own again. A later controller than the topic knows of may have set it.
    ///
    /// @return false if it must be tried again
    public boolean adopt(String name) throws ElasticException {
        term.requireControl();
        String next = nextNameBeside(List.of(name));
        if (!cluster.change(
                List.of(new AliasChange.Remove(index, name), new AliasChange.Add(index, Alias.plain(next))))) {
            return false;
        }
        tell(WriteBlock.NONE);
        return true;
    }

    /// Whether a later controller of the run has set or lifted it.
    public boolean isOfLater() throws ElasticException {
        return names.isOfLaterThan(term.epoch(), cluster.aliases(index));
    }

    /// Names of other runs go only together with one of this run, which is put beside them if there is none:
    /// so a call whose answer is lost can be kept from taking them away later.
    ///
    /// @return empty if it must be tried again
    /// @throws GivenUpException if it is to be left to another run
    public Optional<String> takeName() throws ElasticException {
        List<Alias> aliases = cluster.aliases(index);
        requireNobodyElse(aliases);
        unused = Optional.empty();
        if (names.ownBlocks(aliases).isEmpty() && !names.blocks(aliases).isEmpty()) {
            ofOthers.areReplaced();
            boolean _ = cluster.change(List.of(new AliasChange.Add(index, Alias.plain(nextName()))));
            aliases = cluster.aliases(index);
            requireNobodyElse(aliases);
        }
        return takeName(aliases);
    }

    /// @param aliases those that are there now
    private Optional<String> takeName(List<Alias> aliases) throws ElasticException {
        List<String> before = names.blocks(aliases);
        if (names.isOfLaterThan(term.epoch(), aliases)) {
            if (isKafkaAway) {
                return failed("a later controller has done so: " + before);
            }
            // One is written down before it takes a name. So this one is deposed, or Kafka has lost the later one.
            term.requireControl();
        }
        if (names.ownBlocks(aliases).isEmpty() && !before.isEmpty()) {
            return failed("somebody has taken the name of this run away meanwhile");
        }
        String name = nextNameBeside(before);
        List<AliasChange> changes = new ArrayList<>();
        before.forEach(old -> changes.add(new AliasChange.Remove(index, old)));
        changes.add(new AliasChange.Add(index, Alias.plain(name)));
        if (!ofOthers.takeAway(before, changes)) {
            return failed("somebody has taken one of " + before + " away meanwhile");
        }
        // The first one takes no other away, and arrives whatever has happened: so it counts only alone.
        List<String> now = names.blocks(cluster.aliases(index));
        return now.equals(List.of(name)) ? Optional.of(name) : failed("it has " + now + " in place of " + name);
    }

    /// The names that are seen here are those that are taken away, or nothing is changed.
    private void requireNobodyElse(List<Alias> aliases) {
        if (takes.isEmpty()) {
            return;
        }
        List<String> since = names.blocks(aliases).stream()
                .filter(name -> !takes.get().contains(name) && !names.isLastToBlock(List.of(name)))
                .toList();
        if (!since.isEmpty()) {
            throw GivenUpException.ofBlock(RunAliases.runsThatBlock(since), index);
        }
    }

    /// The names through which this run has set or lifted it, or may.
    List<String> ownNames() throws ElasticException {
        return names.ownBlocks(cluster.aliases(index));
    }

    /// The other runs that have set or lifted it, by the whole state of its cluster; none of an index that is
    /// gone.
    public List<String> otherRuns() throws ElasticException {
        return FoundIndex.of(cluster, index)
                .map(found -> names.otherRunsThatBlock(found.aliases()))
                .orElse(List.of());
    }

    private Optional<String> failed(String why) {
        About.index(index)
                .in(LOG.atWarn())
                .log(
                        "The write block of '{}' is to be set or lifted through an alias, which is tried again: {}",
                        index,
                        why);
        return Optional.empty();
    }

    /// One that no attempt has had, as far as the control topic says.
    String nextName() {
        return names.block(term.epoch(), term.nextBlock());
    }

    /// The epochs of controllers that Kafka has lost are given again.
    private String nextNameBeside(List<String> there) {
        return Stream.generate(this::nextName)
                .filter(name -> !there.contains(name))
                .findFirst()
                .orElseThrow();
    }
}
