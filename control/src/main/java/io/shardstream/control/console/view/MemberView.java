package io.shardstream.control.console.view;

import java.util.List;

/// A reader or a writer at work.
///
/// @param part `reader` or `writer`
/// @param name as its group knows it: host, and the instance's name if it has one
/// @param holds source shards or lanes that are its
/// @param limitedBy what keeps it from doing more, in words; empty for nothing, or if it has not told lately
public record MemberView(String part, String name, List<Integer> holds, String limitedBy) {
    public MemberView {
        holds = List.copyOf(holds);
    }
}
