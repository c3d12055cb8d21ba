package io.shardstream.control.run.condition;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.TemplateAdditions;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.difference.FieldConsent;
import io.shardstream.control.index.difference.NoticedDifference;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The indices that a rollover of a write alias would make next, before a cut-over and after it. Index
/// templates go by names, so the next one of the target may get other settings and mappings than the next one
/// of the source.
public final class NextIndices {
    private static final Pattern NUMBERED = Pattern.compile("(.*-)(\\d{1,18})");

    private NextIndices() {}

    /// The write aliases of a source whose next index would be another one; none where one of the two names
    /// does not end with a hyphen and a number, which [RolledOverAliases] tells.
    ///
    /// @param production aliases through which clients find the source
    /// @param index the source
    /// @param copy the target
    public static List<NoticedDifference> differing(
            List<Alias> production, ClusterSwitch source, String index, ClusterSwitch target, String copy)
            throws ElasticException {
        List<Alias> writing = production.stream().filter(Alias::isWriteIndex).toList();
        Optional<String> before = after(index);
        Optional<String> then = after(copy);
        if (writing.isEmpty() || before.isEmpty() || then.isEmpty()) {
            return List.of();
        }
        return problem(source, before.get(), target, then.get())
                .map(what -> writing.stream()
                        .map(alias -> new NoticedDifference(
                                FieldConsent.ROLLOVER + alias.name(),
                                "alias '" + Printable.of(alias.name()) + "' (" + what + ")",
                                false))
                        .toList())
                .orElse(List.of());
    }

    private static Optional<String> problem(ClusterSwitch source, String before, ClusterSwitch target, String then)
            throws ElasticException {
        try {
            TemplateAdditions here = source.templates(before);
            TemplateAdditions there = target.templates(then);
            boolean isAlike = here.settings().equals(there.settings())
                    && here.mappings().equals(there.mappings())
                    && here.aliases().equals(there.aliases());
            return isAlike
                    ? Optional.empty()
                    : Optional.of("the next rollover would create '" + then
                            + "', which gets different settings, mappings, or aliases from index templates than '"
                            + before + "'");
        } catch (ElasticException.Refused e) {
            if (!e.isOfUser()) {
                throw e;
            }
            return Optional.of(
                    "not known whether '" + then + "', which the next rollover would create, gets the same from index"
                            + " templates as '" + before + "': " + e.getMessage());
        }
    }

    /// How servers name the next one (`MetadataRolloverService`).
    static Optional<String> after(String index) {
        Matcher name = NUMBERED.matcher(index);
        return name.matches()
                ? Optional.of(name.group(1) + String.format(Locale.ROOT, "%06d", Long.parseLong(name.group(2)) + 1))
                : Optional.empty();
    }
}
