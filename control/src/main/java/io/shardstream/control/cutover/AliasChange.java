package io.shardstream.control.cutover;

/// One action of an `_aliases` call.
public sealed interface AliasChange {
    /// Gives an index an alias, or other properties to one that it has.
    record Add(String index, Alias alias) implements AliasChange {}

    /// Takes an alias away, with `must_exist`: if it is not there, the whole call changes nothing.
    record Remove(String index, String alias) implements AliasChange {}
}
