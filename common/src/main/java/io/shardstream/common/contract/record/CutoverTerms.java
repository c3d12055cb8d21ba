package io.shardstream.common.contract.record;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.bytes.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// What a run file says of the cut-over, as options of a [Request]: by the name of each key under `cutover`
/// its value, or a hash where the value is long or must not be read by everybody. Whoever asks was told what
/// is done by one run file, and it is done by the one with which another process was started.
///
/// @param values by option
public record CutoverTerms(Map<String, String> values) {
    /// What an option says in place of a hash where the run file has nothing.
    public static final String NOTHING = "nothing";
    /// Whether the source index is deleted.
    public static final String REPLACE_INDEX = "replace-index";
    /// What is called when production has moved.
    public static final String ON_SWAP = "on-swap";
    /// For how long writes may be refused.
    public static final String MAX_BLOCKED = "max-blocked";

    private static final String CANARIES = "canaries";
    private static final String MAX_LAG = "max-lag";
    /// By option whose value is a hash, the keys of the run file that are in it.
    private static final Map<String, String> HASHED = Map.of(
            ON_SWAP, "cutover.on-swap or cutover.on-swap-timeout",
            CANARIES, "cutover.canaries or cutover.canary-tolerance");

    /// Those by which a controller still goes that takes a cut-over over whose conditions were checked.
    public static final Set<String> BEHIND_THE_CONDITIONS = Set.of(REPLACE_INDEX, ON_SWAP, MAX_BLOCKED);

    private static final Set<String> ALL = Set.of(REPLACE_INDEX, ON_SWAP, MAX_BLOCKED, CANARIES, MAX_LAG);

    public CutoverTerms {
        values = Map.copyOf(values);
    }

    /// @param canaries as JSON
    /// @param canaryTolerance per cent
    /// @param onSwap the words as the run file has them, with references in place of secrets
    /// @param onSwapTimeout how long that may take
    public static CutoverTerms of(
            Duration maxBlocked,
            long maxLag,
            List<String> canaries,
            int canaryTolerance,
            ReplaceIndex replaceIndex,
            List<String> onSwap,
            Duration onSwapTimeout) {
        return new CutoverTerms(Map.of(
                REPLACE_INDEX, replaceIndex.text(),
                MAX_BLOCKED, NumberText.exact(maxBlocked),
                MAX_LAG, Long.toString(maxLag),
                CANARIES, hash(canaries, canaryTolerance + "%"),
                ON_SWAP, hash(onSwap, NumberText.exact(onSwapTimeout))));
    }

    /// The length of each stands before it, so no two lists have one text.
    private static String hash(List<String> some, String how) {
        if (some.isEmpty()) {
            return NOTHING;
        }
        List<String> all = new ArrayList<>(some);
        all.add(how);
        StringBuilder text = new StringBuilder();
        all.forEach(one -> text.append(one.length()).append(':').append(one));
        byte[] hash = Sha256.begin().digest(text.toString().getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash, 0, 8);
    }

    /// Whether an option of a request is one of these, and none of the command line.
    public static boolean isTerm(String option) {
        return ALL.contains(option);
    }

    /// Whether a request was asked for by a run file that says otherwise here. An older command does not say.
    public boolean isOtherwise(String option, Request request) {
        String meant = request.options().get(option);
        return meant != null && !meant.equals(values.get(option));
    }

    /// What is otherwise here than a request says, as a sentence without its full stop; empty if nothing is.
    ///
    /// @param looked options that are compared
    public Optional<String> difference(Request request, Collection<String> looked) {
        return new TreeMap<>(values)
                .entrySet().stream()
                        .filter(term -> looked.contains(term.getKey()) && isOtherwise(term.getKey(), request))
                        .map(term -> difference(
                                term.getKey(),
                                term.getValue(),
                                request.options().getOrDefault(term.getKey(), "")))
                        .findFirst();
    }

    /// Of all options.
    public Optional<String> difference(Request request) {
        return difference(request, values.keySet());
    }

    private static String difference(String option, String here, String meant) {
        String keys = HASHED.get(option);
        return keys == null
                ? "the process that controls the run was started with cutover." + option + ": " + here
                        + ", and the run file of this command says " + meant
                : "the process that controls the run was started with another " + keys
                        + " than the run file of this command has";
    }
}
