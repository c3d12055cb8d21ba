package io.shardstream.control.index.cluster;

/// One action of an `_aliases` call.
public sealed interface AliasChange {
    /// Gives an index an alias, or other properties to one that it has.
    record Add(String index, Alias alias) implements AliasChange {}

    /// Takes an alias away, with `must_exist` or, where servers do not know that, by [Anchors]: if it is not
    /// there, the whole call changes nothing.
    record Remove(String index, String alias) implements AliasChange {}

    /// Deletes an index, with all its aliases. Its name may become an alias of another index by the same
    /// call. An alias is refused, and the whole call with it.
    record RemoveIndex(String index) implements AliasChange {}
}
