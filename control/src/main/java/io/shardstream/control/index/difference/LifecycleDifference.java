package io.shardstream.control.index.difference;

import io.shardstream.control.index.StateManagement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where the lifecycle of the target's documents is not the source's: a copy is made without a policy, and a
/// policy counts the age of an index from its creation unless the index says another date
/// (`index.lifecycle.origination_date`, `LifecycleSettings` of Elasticsearch).
public final class LifecycleDifference {
    private static final String POLICY = "index.lifecycle.name";
    /// From when a policy counts the age of an index.
    public static final String ORIGINATION = "index.lifecycle.origination_date";
    private static final String CREATION = "index.creation_date";
    private static final List<String> NAMES = List.of(
            POLICY,
            "index.lifecycle.rollover_alias",
            StateManagement.POLICY,
            StateManagement.FORMER_POLICY,
            "index.plugins.index_state_management.rollover_alias",
            "index.opendistro.index_state_management.rollover_alias");

    private LifecycleDifference() {}

    /// Whether a difference of that name is one of these.
    public static boolean isNamed(String name) {
        return NAMES.contains(name) || name.equals(ORIGINATION);
    }

    /// Whether it is of Elasticsearch, which counts from a date that the index says.
    public static boolean countsAge(String name) {
        return name.startsWith("index.lifecycle.");
    }

    /// @param intended what the run file says
    public static List<NoticedDifference> of(IndexSettings source, IndexSettings target, Intended intended) {
        List<NoticedDifference> noticed = new ArrayList<>();
        for (String name : NAMES) {
            SettingChange change = new SettingChange(name, source.value(name), target.value(name));
            if (!change.source().equals(change.target())) {
                noticed.add(noticed(change, intended, target));
            }
        }
        boolean isCounted = !target.value(POLICY).isEmpty();
        Optional<String> said = said(source.value(ORIGINATION));
        // Without a policy on both sides only a date that somebody has set says anything.
        if (said.isPresent() || (isCounted && !source.value(POLICY).isEmpty())) {
            String there =
                    isCounted ? origin(target) : said(target.value(ORIGINATION)).orElse("");
            SettingChange change = new SettingChange(ORIGINATION, origin(source), there);
            if (!change.source().equals(change.target())) {
                noticed.add(noticed(change, intended, target));
            }
        }
        return List.copyOf(noticed);
    }

    private static NoticedDifference noticed(SettingChange change, Intended intended, IndexSettings target) {
        return new NoticedDifference(
                change.name(), change.words(), intended.says(change.name(), target.set(change.name())));
    }

    /// From when a policy of Elasticsearch counts the age of an index, in milliseconds since 1970; empty if
    /// unknown.
    private static String origin(IndexSettings index) {
        return said(index.value(ORIGINATION)).orElse(index.value(CREATION));
    }

    private static Optional<String> said(String date) {
        return date.isEmpty() || date.startsWith("-") ? Optional.empty() : Optional.of(date);
    }

    /// What gives an index the source's policy without making its documents young again, a sentence.
    ///
    /// @param policy the source's
    /// @param said the source's own `index.lifecycle.origination_date`; empty if it has none
    /// @param created when the source was created
    public static String advice(String policy, String said, String created) {
        return "Afterwards set on the target index.lifecycle.name: " + policy + " together with " + ORIGINATION + ": "
                + said(said).orElse(created) + ", or the policy counts the age of its documents from the copy on.";
    }
}
