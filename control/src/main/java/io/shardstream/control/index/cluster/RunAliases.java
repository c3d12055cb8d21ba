package io.shardstream.control.index.cluster;

import io.shardstream.common.shard.AliasKind;
import io.shardstream.common.shard.CutoverMark;
import io.shardstream.common.shard.OwnAlias;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The names of a run's own aliases of its target. They have capital letters, which no index may have, so
/// that nothing can create an index of such a name.
///
/// @param run the run's name
/// @param write the alias through which everything is written
/// @param id of this run alone, whatever its name
public record RunAliases(String run, String write, String id) {
    private static final String OURS = AliasKind.PREFIX;
    private static final String BLOCK = AliasKind.BLOCK.suffix();

    /// What the names of all small indices look like on which names of blocks depend, for privileges.
    public static final String ANCHORS = Anchor.PREFIX + "*";

    /// What a token of an older version has behind its prefix, which did not say the run's id.
    private static final Pattern WITHOUT_ID = Pattern.compile("[0-9]+-[0-9]+");

    private static final Pattern ATTEMPT = Pattern.compile("([0-9]{1,18})-([0-9]{1,9})");

    public String live() {
        return CutoverMark.of(run);
    }

    public String returned() {
        return AliasKind.RETURNED.of(run);
    }

    /// What stands in the place of the write alias when a copy has ended by itself.
    public String done() {
        return AliasKind.DONE.of(run) + id;
    }

    /// Unique, so that a swap call that waits somewhere finds its token gone for ever: also among runs of one
    /// name, of which each counts its controllers anew.
    ///
    /// @param epoch of the controller that makes it
    /// @param number counts the tokens of that controller, over all its requests
    public String token(long epoch, int number) {
        return ownTokens() + epoch + "-" + number;
    }

    /// The name of an alias that is only asked about, and never given.
    public String trial(int number) {
        return AliasKind.TRIAL.of(run) + id + "-" + number;
    }

    /// What the names of all its aliases look like, for privileges.
    public String all() {
        return OURS + run + "-*";
    }

    private String ownTokens() {
        return tokens() + id + "-";
    }

    private String tokens() {
        return AliasKind.SWAP.of(run);
    }

    /// Whether it is a token that the controller of that epoch made.
    public boolean isTokenOf(long epoch, String token) {
        return token.startsWith(ownTokens() + epoch + "-");
    }

    private boolean isToken(String name) {
        return name.startsWith(ownTokens())
                || (name.startsWith(tokens())
                        && WITHOUT_ID.matcher(name.substring(tokens().length())).matches());
    }

    /// An alias of an index, through which one attempt sets or lifts its write block. Unique, too: also among
    /// runs of one name, of which each counts its controllers anew.
    public String block(long epoch, int number) {
        return ours() + epoch + "-" + number;
    }

    /// What these begin with, for people.
    public String blockPrefix() {
        return AliasKind.BLOCK.of(run);
    }

    /// The aliases of that kind among these, of any run: an earlier one may have blocked the index too.
    public List<String> blocks(List<Alias> aliases) {
        return aliases.stream().map(Alias::name).filter(RunAliases::isBlock).toList();
    }

    static boolean isBlock(String name) {
        return name.startsWith(OURS) && name.contains(BLOCK);
    }

    /// Those of this run alone among these.
    public List<String> ownBlocks(List<Alias> aliases) {
        return blocks(aliases).stream().filter(name -> name.startsWith(ours())).toList();
    }

    /// The aliases of that kind among these names, of any run.
    public static Set<String> blocks(Collection<String> names) {
        return names.stream().filter(RunAliases::isBlock).collect(Collectors.toSet());
    }

    /// Whether this run, and not an earlier one of its name, was the last one that set or lifted the write
    /// block of an index with these aliases: whoever does so takes the aliases of all others away.
    public boolean isLastToBlock(Collection<String> aliases) {
        return aliases.stream().anyMatch(name -> name.startsWith(ours()));
    }

    /// Which attempt made a name of that kind.
    ///
    /// @param epoch of its controller
    /// @param number counts the names of that controller
    public record Made(long epoch, int number) {}

    /// Empty if it is no name of a block of this run.
    public Optional<Made> attemptOf(String block) {
        Matcher matcher = ATTEMPT.matcher(block.startsWith(ours()) ? block.substring(ours().length()) : "");
        return matcher.matches()
                ? Optional.of(new Made(Long.parseLong(matcher.group(1)), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    private String ours() {
        return blockPrefix() + id + "-";
    }

    /// The runs that were cut over to an index with these aliases, and may be rolled back.
    public static List<String> runsThatAreLive(Collection<String> aliases) {
        return aliases.stream()
                .filter(CutoverMark::is)
                .map(CutoverMark::runOf)
                .sorted()
                .toList();
    }

    /// The runs that have set or lifted the write block of an index with these aliases.
    public static List<String> runsThatBlock(Collection<String> aliases) {
        return aliases.stream()
                .filter(RunAliases::isBlock)
                .map(name -> name.substring(OURS.length(), name.indexOf(BLOCK)))
                .sorted()
                .toList();
    }

    /// The same without this run, whose name of a block stays.
    public List<String> otherRunsThatBlock(Collection<String> aliases) {
        return runsThatBlock(
                aliases.stream().filter(name -> !name.startsWith(ours())).toList());
    }

    /// The marks of other runs among these, whatever they are for. A run of this one's name with another id
    /// is another run: it may have another Kafka.
    public List<OwnAlias> othersMarks(Collection<String> aliases) {
        return aliases.stream()
                .sorted()
                .map(OwnAlias::of)
                .flatMap(Optional::stream)
                .filter(alias -> !isOwn(alias))
                .toList();
    }

    /// Whether an index has got an alias of that name from this run.
    public boolean isOf(String alias) {
        return OwnAlias.of(alias).filter(this::isOwn).isPresent();
    }

    /// Whether a name of this run says whose it is: no other run has it, in whatever Kafka.
    public boolean hasId(String alias) {
        return isOf(alias) && alias.contains(id);
    }

    /// The id is not in all names: not in those of older versions, and not in marks that one run has alone.
    private boolean isOwn(OwnAlias alias) {
        if (alias.name().equals(write)) {
            return true;
        }
        if (!alias.run().equals(run)) {
            return false;
        }
        // One of a kind that only a newer version knows may be this run's.
        return alias.kind()
                .map(kind -> switch (kind) {
                    case LIVE, RETURNED -> true;
                    case SWAP -> isToken(alias.name());
                    case BLOCK -> alias.name().startsWith(ours());
                    case DONE -> alias.rest().equals(id);
                    case CLAIM, ANCHOR, TRIAL ->
                        alias.rest().equals(id) || alias.rest().startsWith(id + "-");
                    case WRITE -> false;
                })
                .orElse(true);
    }

    /// Whether a controller of this run that is later than that of the epoch made one of these, which so has
    /// been deposed.
    public boolean isOfLaterThan(long epoch, List<Alias> aliases) {
        return aliases.stream()
                .map(Alias::name)
                .flatMap(name -> attemptOf(name).stream())
                .anyMatch(made -> made.epoch() > epoch);
    }

    /// Whether an index has an alias by which it is this run's target: the write alias, or what stands in its
    /// place.
    ///
    /// @param names of all its aliases
    public boolean isTarget(Set<String> names) {
        return !(placeOf(names) instanceof TargetPosition.Unmarked);
    }

    /// @param names of all aliases of the target
    public TargetPosition placeOf(Set<String> names) {
        if (names.contains(live())) {
            return new TargetPosition.Live();
        }
        for (String name : names) {
            if (isToken(name)) {
                return new TargetPosition.Fenced(name);
            }
        }
        if (names.contains(write)) {
            return new TargetPosition.Open();
        }
        return names.contains(returned()) ? new TargetPosition.Returned() : new TargetPosition.Unmarked();
    }

    /// Those through which clients find an index.
    public static List<Alias> production(List<Alias> aliases) {
        return aliases.stream().filter(alias -> isOfProduction(alias.name())).toList();
    }

    public static boolean isOfProduction(String name) {
        return !name.startsWith(OURS);
    }
}
