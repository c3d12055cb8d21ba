package io.shardstream.control.index.target;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.IndexCatalog;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// That the alias through which a run writes leads to another index, too. A snapshot is restored with its
/// aliases, also under another name, and every write through an alias of two indices is refused.
final class SharedWriteAlias {
    private SharedWriteAlias() {}

    /// The sentence that says so; empty if the alias leads to the target alone.
    static Optional<String> problem(IndexCatalog target, String index, String writeAlias) throws ElasticException {
        Set<String> others = new TreeSet<>(target.indicesOf(writeAlias));
        others.remove(index);
        if (others.isEmpty()) {
            return Optional.empty();
        }
        String names =
                others.stream().map(other -> "'" + Printable.of(other) + "'").collect(Collectors.joining(", "));
        return Optional.of("Target index '" + index + "' takes no writes of the run: alias " + writeAlias
                + ", through which the run writes, is also on " + names
                + ", as after a snapshot of the target was restored with its aliases. Take it away there.");
    }
}
