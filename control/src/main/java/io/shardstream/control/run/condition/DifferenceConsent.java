package io.shardstream.control.run.condition;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.Request;
import io.shardstream.control.index.StateManagement;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.difference.FieldConsent;
import io.shardstream.control.index.difference.LifecycleDifference;
import io.shardstream.control.index.difference.NoticedDifference;
import io.shardstream.control.index.difference.Reference;
import io.shardstream.control.index.source.GivenVersion;
import io.shardstream.control.index.target.TombstoneAge;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Which differences between the settings and mappings of both sides production may meet after a cut-over, by
/// name.
///
/// @param names those that are accepted, in alphabetical order
public record DifferenceConsent(List<String> names) {
    /// The option of a cut-over that names them, one a line. There is none that accepts whatever there is:
    /// nobody would look.
    static final String OPTION = "accept-difference";

    /// What the target has of these protects the run while it writes: old tombstones, and the mark of its
    /// owner.
    private static final Set<String> HELD_BY_RUN = Set.of(TombstoneAge.SETTING, "_meta");

    private static final int MOST_NAMED = 10;
    /// Who accepts them needs all of their names.
    private static final int MOST_OPTIONS = 200;

    public DifferenceConsent {
        names = List.copyOf(new TreeSet<>(names));
    }

    public static DifferenceConsent of(Request request) {
        return new DifferenceConsent(
                request.options().getOrDefault(OPTION, "").lines().toList());
    }

    /// Those that nobody wanted and nobody has accepted.
    public List<NoticedDifference> unaccepted(List<NoticedDifference> all) {
        return all.stream()
                .filter(one -> !one.isIntended() && !names.contains(one.name()))
                .toList();
    }

    /// Why production must not be moved, and what to do, as sentences.
    ///
    /// @param unaccepted at least one
    public static String refusal(List<NoticedDifference> unaccepted) {
        Set<String> names =
                unaccepted.stream().map(NoticedDifference::name).collect(Collectors.toCollection(TreeSet::new));
        List<NoticedDifference> runs =
                unaccepted.stream().filter(DifferenceConsent::isOfRun).toList();
        List<NoticedDifference> others =
                unaccepted.stream().filter(one -> !isOfRun(one)).toList();
        return (runs.isEmpty() ? "" : "the swap deletes the source index, which is needed by " + words(runs) + ". ")
                + (others.isEmpty()
                        ? ""
                        : (runs.isEmpty() ? "searches" : "Searches")
                                + " or later writes would notice that the target has "
                                + NumberText.of(others.size(), "setting or field", "settings or fields")
                                + " otherwise than the source: " + words(others) + ". ")
                + advice(names) + "To go on all the same, accept each by name: " + options(names);
    }

    private static boolean isOfRun(NoticedDifference one) {
        return one.name().startsWith(FieldConsent.OTHER_RUN);
    }

    /// What accepts these.
    static String options(Set<String> names) {
        return names.stream()
                        .limit(MOST_OPTIONS)
                        .map(name -> "--" + OPTION + " '" + name + "'")
                        .collect(Collectors.joining(" "))
                + (names.size() > MOST_OPTIONS ? " ..." : "");
    }

    /// Names that are accepted although nothing of that name differs, as a sentence with a space behind it;
    /// empty if there are none.
    ///
    /// @param differing names of all that does
    public String unused(Set<String> differing) {
        List<String> unused =
                names.stream().filter(name -> !differing.contains(name)).toList();
        return unused.isEmpty()
                ? ""
                : "Nothing differs by the name " + FoundIndex.quoted(unused) + ", which --" + OPTION + " has. ";
    }

    /// What else can be done, by kinds of names, as sentences with a space behind. Of versions that clients
    /// give their words say it.
    private static String advice(Set<String> names) {
        Map<Boolean, List<String>> ofLifecycle = names.stream()
                .filter(name ->
                        !name.equals(GivenVersion.NAME) && !Reference.isNamed(name) && !FieldConsent.isOfKind(name))
                .collect(Collectors.partitioningBy(LifecycleDifference::isNamed));
        List<String> referred = names.stream().filter(Reference::isNamed).toList();
        StringBuilder advice = new StringBuilder();
        List<String> held = names.stream().filter(HELD_BY_RUN::contains).toList();
        List<String> others = ofLifecycle.getOrDefault(false, List.of()).stream()
                .filter(name -> !HELD_BY_RUN.contains(name))
                .toList();
        if (!held.isEmpty()) {
            advice.append("Name in target.settings or target.mappings of a new run, or accept and change in the target"
                            + " after the cut-over, as this run needs what the target has until then: ")
                    .append(listed(held));
        }
        if (!others.isEmpty()) {
            advice.append("Change in the target, or name in target.settings or target.mappings of a new run: ")
                    .append(listed(others));
        }
        if (!referred.isEmpty()) {
            advice.append("Make alike in the target's cluster: ").append(listed(referred));
        }
        advise(
                advice,
                names,
                FieldConsent.ALIAS,
                "Write those documents with the routing, or begin a run whose target has as many shards as the source");
        advise(
                advice,
                names,
                FieldConsent.JOIN,
                "Write the children with the routing of their parents, or begin a run whose target has as many shards"
                        + " as the source");
        advise(
                advice,
                names,
                FieldConsent.TYPE,
                "Have clients name no type (PUT /<index>/_doc/<id>), or begin a run with a target that was made with"
                        + " that type");
        advise(
                advice,
                names,
                FieldConsent.TARGET_ALIAS,
                "Find out which applications use it, and take it off the target if they do not mean production's"
                        + " documents");
        advise(
                advice,
                names,
                FieldConsent.SOURCE_ALIAS,
                "Find out where production is: give the alias back to the source, or begin a run with the index that"
                        + " has it as its source");
        advise(
                advice,
                names,
                FieldConsent.GROUP_ALIAS,
                "Copy the other indices to the target's cluster, and give them the alias there, or have clients search"
                        + " both clusters");
        advise(
                advice,
                names,
                FieldConsent.OTHER_RUN,
                "Cut that run over and release it, or give it up with 'abort --run', first, or set"
                        + " cutover.replace-index to false");
        advise(
                advice,
                names,
                FieldConsent.CLUSTER,
                "Make the same in the target's cluster (PUT /_cluster/settings), or make sure that no client needs it");
        advise(
                advice,
                names,
                FieldConsent.ROLLOVER,
                "Begin a run whose target's name ends with a hyphen and a number, and which the same index templates"
                        + " match as the source's, or have whoever rolls it over name"
                        + " the next index (POST /<alias>/_rollover/<index>), which a lifecycle policy cannot");
        advise(
                advice,
                names,
                StateManagement.POLICY,
                "Take the target out of a policy that the source is not under (POST _plugins/_ism/remove/<target>), or"
                        + " accept, and give it the source's after the swap (POST _plugins/_ism/add/<target>)");
        List<String> policies = ofLifecycle.getOrDefault(true, List.of()).stream()
                .filter(name -> !name.equals(StateManagement.POLICY))
                .toList();
        if (!policies.isEmpty()) {
            advice.append("Accept, and set on the target after the swap")
                    .append(
                            policies.stream().anyMatch(LifecycleDifference::countsAge)
                                    ? " together with " + LifecycleDifference.ORIGINATION
                                    : "")
                    .append(": ")
                    .append(listed(policies));
        }
        return advice.toString();
    }

    /// Adds what to do about names of one kind, if there are such.
    private static void advise(StringBuilder advice, Set<String> names, String kind, String what) {
        List<String> some = names.stream().filter(name -> name.startsWith(kind)).toList();
        if (!some.isEmpty()) {
            advice.append(what).append(": ").append(listed(some));
        }
    }

    private static String listed(List<String> names) {
        return names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                + (names.size() > MOST_NAMED ? " and " + (names.size() - MOST_NAMED) + " more" : "") + ". ";
    }

    /// What is different on purpose or by consent, as a sentence; empty if nothing is.
    public static String told(List<NoticedDifference> all) {
        List<NoticedDifference> runs =
                all.stream().filter(DifferenceConsent::isOfRun).toList();
        List<NoticedDifference> others =
                all.stream().filter(one -> !isOfRun(one)).toList();
        return (runs.isEmpty()
                        ? ""
                        : "The swap deletes the source index, which is needed by " + words(runs)
                                + ": what needs it cannot go on, or go back, then. ")
                + (others.isEmpty()
                        ? ""
                        : "Searches or later writes will notice that the target has otherwise than the source: "
                                + words(others) + ". ");
    }

    /// What was accepted, as the end of a verdict; empty if nothing was.
    public String signed() {
        List<String> runs = names.stream()
                .filter(name -> name.startsWith(FieldConsent.OTHER_RUN))
                .toList();
        List<String> others =
                names.stream().filter(name -> !runs.contains(name)).toList();
        return (others.isEmpty() ? "" : "; accepted that the target has otherwise: " + String.join(", ", others))
                + (runs.isEmpty()
                        ? ""
                        : "; accepted that the source is deleted, which others need: " + String.join(", ", runs));
    }

    private static String words(List<NoticedDifference> some) {
        return some.stream().limit(MOST_NAMED).map(NoticedDifference::words).collect(Collectors.joining(", "))
                + (some.size() > MOST_NAMED ? " and " + (some.size() - MOST_NAMED) + " more" : "");
    }
}
