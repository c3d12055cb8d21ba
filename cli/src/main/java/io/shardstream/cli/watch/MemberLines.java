package io.shardstream.cli.watch;

import io.shardstream.control.console.view.MemberView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/// Readers and writers at work, with what limits them.
final class MemberLines {
    private static final int PART = 7;
    private static final int LONGEST_NAME = 24;
    private static final int MOST_NUMBERS = 4;

    /// Those that something is said of first.
    private static final Comparator<MemberView> TELLING_FIRST =
            Comparator.comparing(member -> member.limitedBy().isEmpty());

    private MemberLines() {}

    /// @param height lines, at least 1
    static List<Line> of(List<MemberView> members, int columns, int height) {
        int shown = members.size() <= height ? members.size() : height - 1;
        List<MemberView> told =
                members.stream().sorted(TELLING_FIRST).limit(shown).toList();
        int name = told.stream()
                .mapToInt(member -> Columns.of(new StyledText(member.name(), Style.PLAIN).text()))
                .max()
                .orElse(0);
        int room = Math.min(name, Math.min(LONGEST_NAME, columns / 4));
        List<Line> lines = new ArrayList<>();
        told.forEach(member -> lines.add(line(member, room)));
        if (shown < members.size()) {
            String more = shown == 0 ? "" : " more";
            lines.add(Line.of(
                    (shown == 0 ? "" : "and ") + (members.size() - shown) + more + " readers and writers",
                    Style.FAINT));
        }
        return lines;
    }

    private static Line line(MemberView member, int name) {
        return Line.of(Columns.left(member.part(), PART), Style.PLAIN)
                .and(Columns.left(new StyledText(member.name(), Style.PLAIN).text(), name), Style.PLAIN)
                .and("  " + holds(member) + (member.limitedBy().isEmpty() ? "" : "  "), Style.FAINT)
                .and(member.limitedBy(), Style.PLAIN);
    }

    private static String holds(MemberView member) {
        String what = member.part().equals("reader") ? "shard" : "lane";
        List<Integer> holds = member.holds();
        if (holds.isEmpty()) {
            return "no " + what;
        }
        if (holds.size() > MOST_NUMBERS) {
            return holds.size() + " " + what + "s";
        }
        String numbers = holds.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return what + (holds.size() == 1 ? " " : "s ") + numbers;
    }
}
