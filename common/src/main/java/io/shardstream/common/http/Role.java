package io.shardstream.common.http;

import java.util.Locale;

/// What somebody who asks is known to be, the least first.
enum Role {
    NOBODY,
    /// May look.
    READER,
    /// May change something too.
    OPERATOR;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
