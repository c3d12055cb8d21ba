package io.shardstream.control.index.difference;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What of two indices differs in a way that whoever searches or writes would notice when the one takes the
/// other's place.
public final class NoticedDifferences {
    /// The end of the words of what only one side has.
    static final String ONLY_SOURCE = "(only the source has it)";

    static final String ONLY_TARGET = "(only the target has it)";

    private NoticedDifferences() {}

    /// Names of what the run file says that the target shall have otherwise.
    ///
    /// @param target the target's settings
    public static Set<String> intended(IndexDefinition source, IndexSettings target, Intended intended) {
        Set<String> names = new TreeSet<>(intended.settings().keySet());
        MappingDifference.said(source, target, intended).forEach(entry -> names.add(entry.name()));
        return names;
    }

    /// @param intended what of it the run file says
    public static List<NoticedDifference> of(IndexDefinition source, IndexDefinition target, Intended intended) {
        List<NoticedDifference> noticed = new ArrayList<>();
        Set<MappingDifference.Entry> said = MappingDifference.said(source, target.settings(), intended);
        for (MappingDifference.Entry entry : MappingDifference.entries(source, target)) {
            if (entry.isNoticed()) {
                noticed.add(new NoticedDifference(entry.name(), words(entry), said.contains(entry)));
            }
        }
        for (SettingChange change : SettingsDifference.changes(source.settings(), target.settings())) {
            if (SettingGroup.isNoticed(change)) {
                noticed.add(new NoticedDifference(
                        change.name(),
                        change.words(),
                        intended.says(change.name(), target.settings().set(change.name()))));
            }
        }
        return List.copyOf(noticed);
    }

    private static String words(MappingDifference.Entry entry) {
        return switch (entry.effect()) {
            case REFUSED, NOT_INDEXED, LOST, GUESSED -> entry.words() + " " + ONLY_SOURCE;
            case ADDED -> entry.words() + " " + ONLY_TARGET;
            case OTHER_TYPE, STRICTER, NOT_FOUND, FOUND_OTHERWISE, NEW_FIELDS, OTHER -> entry.words();
        };
    }
}
