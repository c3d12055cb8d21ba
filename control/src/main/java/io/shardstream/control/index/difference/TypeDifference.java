package io.shardstream.control.index.difference;

import io.shardstream.common.contract.bytes.Printable;
import java.util.Optional;

/// A mapping type of the source that the target does not have. Elasticsearch 7 refuses writes that name
/// another type than the index has, and finds nothing for searches that do; later servers have no such
/// addresses.
public final class TypeDifference {
    private TypeDifference() {}

    /// @param source the name of the source's mapping type; empty if it is `_doc`
    /// @param target that of the target
    public static Optional<NoticedDifference> of(Optional<String> source, Optional<String> target) {
        return source.filter(name -> !target.equals(source))
                .map(name -> new NoticedDifference(
                        FieldConsent.TYPE + name,
                        "mapping type " + Printable.of(name) + " (the target has "
                                + target.map(Printable::of).orElse("_doc")
                                + ": requests that name the type, such as PUT /<index>/" + Printable.of(name)
                                + "/<id>, are refused or find nothing)",
                        false));
    }
}
