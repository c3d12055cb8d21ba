package io.shardstream.control.run.block;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.ClusterSwitch;
import io.shardstream.control.index.cluster.FoundIndex;
import java.util.ArrayList;
import java.util.List;

/// The write alias of a run that is given up, on whatever indices it is: a snapshot of the target is restored
/// with its aliases, also under another name, and a writer that has stood still would write there.
public final class WriteAliases {
    private WriteAliases() {}

    /// Takes it away from all of them.
    ///
    /// @return a sentence behind a space that names those where the user may not; empty if it is gone
    public static String drop(Sides sides) throws ElasticException {
        ClusterSwitch target = sides.target();
        String alias = sides.names().write();
        List<String> kept = new ArrayList<>();
        for (FoundIndex found : target.find(alias)) {
            try {
                boolean _ = target.change(List.of(new AliasChange.Remove(found.name(), alias)));
            } catch (ElasticException.Refused e) {
                if (found.name().equals(sides.targetIndex())) {
                    throw e;
                }
                kept.add(found.name());
            }
        }
        return kept.isEmpty()
                ? ""
                : " The user of the run may not take the alias '" + alias + "' away from "
                        + FoundIndex.quoted(kept)
                        + ", where a process of this run that has stood still would write: take it away there.";
    }
}
