package io.shardstream.control.run.condition;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.difference.FieldConsent;
import io.shardstream.control.index.difference.NoticedDifference;
import java.util.List;

/// Write aliases that clients and lifecycle policies may roll over. Servers name the next index by the
/// present one, which must end with a hyphen and a number (`MetadataRolloverService`): after a swap to an
/// index of another name they refuse `POST /<alias>/_rollover`, unless the request names the next index.
public final class RolledOverAliases {
    private RolledOverAliases() {}

    /// Whether what could be rolled over could not be any more. Then the aliases tell which that is.
    public static boolean mayEnd(String source, String target) {
        return NextIndices.after(source).isPresent()
                && NextIndices.after(target).isEmpty();
    }

    /// @param production aliases through which clients find the source
    public static List<NoticedDifference> of(List<Alias> production, String source, String target) {
        return !mayEnd(source, target)
                ? List.of()
                : production.stream()
                        .filter(Alias::isWriteIndex)
                        .map(alias -> new NoticedDifference(
                                FieldConsent.ROLLOVER + alias.name(),
                                "alias '" + Printable.of(alias.name()) + "' (it can be rolled over on '" + source
                                        + "', and not on '" + target
                                        + "', whose name does not end with a hyphen and a number)",
                                false))
                        .toList();
    }
}
