package io.shardstream.control.console.view;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.Verified;
import java.util.ArrayList;
import java.util.List;

/// What a verification came to, in words for people.
public final class VerifiedText {
    private VerifiedText() {}

    /// Such as `no difference, 12 rejected, 50,000 not judged`: what stands in the way of calling both sides
    /// equal is always told.
    public static String of(Verified verified) {
        if (verified.isEqual()) {
            return "equal";
        }
        List<String> parts = new ArrayList<>();
        parts.add(verified.differences() == 0 ? "no difference" : NumberText.of(verified.differences(), "difference"));
        add(parts, verified.rejects(), "rejected");
        verified.rest().ifPresent(rest -> {
            add(parts, rest.replaced(), "replaced");
            add(parts, rest.unjudged(), "not judged");
            add(parts, rest.unswept(), "not swept");
        });
        return String.join(", ", parts);
    }

    private static void add(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(NumberText.count(count) + " " + what);
        }
    }
}
