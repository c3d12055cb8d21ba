package io.shardstream.control.index.cluster;

import io.shardstream.common.contract.bytes.Sha256;
import io.shardstream.common.shard.AliasKind;
import io.shardstream.common.shard.OwnAlias;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/// A small index without documents on which the name of a write block depends, where servers cannot say
/// `must_exist` of an alias. It has an alias of its own, its mark, which says whose it is.
///
/// @param index its name: names of aliases have capital letters, those of indices none
/// @param mark its alias, which goes over to the next anchor when the name is past
public record Anchor(String index, String mark) {
    /// What the names of all of them begin with. With the dot and as a hidden index it is out of sight of
    /// wildcards and of templates that are for everything.
    public static final String PREFIX = ".shardstream-anchor-";

    private static final int HASH_BYTES = 16;

    /// That of a name.
    ///
    /// @param name of a block
    static Anchor of(String name) {
        byte[] hash = Sha256.begin().digest(name.getBytes(StandardCharsets.UTF_8));
        return new Anchor(
                PREFIX + HexFormat.of().formatHex(Arrays.copyOf(hash, HASH_BYTES)),
                name.replaceFirst(AliasKind.BLOCK.suffix(), AliasKind.ANCHOR.suffix()));
    }

    /// That of a mark; empty if it is none.
    static Optional<Anchor> ofMark(String mark) {
        return OwnAlias.of(mark)
                .filter(alias -> alias.is(AliasKind.ANCHOR))
                .map(alias -> of(AliasKind.BLOCK.of(alias.run()) + alias.rest()));
    }

    public static boolean is(String index) {
        return index.startsWith(PREFIX);
    }

    /// The mark, as the one index has it that it is for: no other index can have it so at the same time
    /// (`IndexAbstraction.Alias.computeAndValidateAliasProperties`).
    static Alias exclusive(String mark) {
        return new Alias(mark, "{\"is_write_index\":true}");
    }
}
