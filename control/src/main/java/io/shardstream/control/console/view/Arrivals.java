package io.shardstream.control.console.view;

import io.shardstream.common.contract.record.Event;
import io.shardstream.common.contract.record.Event.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Readers and writers come, go, and divide the work anew. Nothing is said of a time in which it was not
/// known who there was.
final class Arrivals implements EventDetector {
    @Override
    public Stream<Event> between(RunView before, RunView now) {
        if (before.members().isEmpty() || now.members().isEmpty()) {
            return Stream.empty();
        }
        Map<String, MemberView> were = byName(before.members().get());
        Map<String, MemberView> are = byName(now.members().get());
        Stream<String> come =
                are.keySet().stream().filter(name -> !were.containsKey(name)).map(name -> name + " has come");
        Stream<String> gone = were.entrySet().stream()
                .filter(member -> !are.containsKey(member.getKey()))
                .map(member -> member.getKey() + " is gone, it had " + held(member.getValue()));
        Stream<String> divided = Stream.of("reader", "writer").flatMap(part -> divided(part, were, are));
        return Stream.of(come, gone, divided)
                .flatMap(sentences -> sentences)
                .map(sentence -> new Event(now.at(), Kind.MEMBERS, sentence));
    }

    private static Map<String, MemberView> byName(List<MemberView> members) {
        Map<String, MemberView> byName = new LinkedHashMap<>();
        members.forEach(member -> byName.putIfAbsent(key(member), member));
        return byName;
    }

    private static String key(MemberView member) {
        return member.part() + " " + member.name();
    }

    private static boolean holdsOthers(MemberView before, @Nullable MemberView now) {
        return now != null && !before.holds().equals(now.holds());
    }

    private static String held(MemberView member) {
        List<Integer> holds = member.holds();
        return switch (holds.size()) {
            case 0 -> "no " + what(member.part());
            case 1 -> what(member.part()) + " " + holds.getFirst();
            default -> holds.size() + " " + what(member.part()) + "s";
        };
    }

    /// Told of those that were there before and are there still.
    private static Stream<String> divided(String part, Map<String, MemberView> were, Map<String, MemberView> are) {
        long changed = were.values().stream()
                .filter(before -> before.part().equals(part))
                .filter(before -> holdsOthers(before, are.get(key(before))))
                .count();
        return changed == 0
                ? Stream.empty()
                : Stream.of(what(part) + "s are divided anew, " + changed + " " + part
                        + (changed == 1 ? " has" : "s have") + " others than before");
    }

    private static String what(String part) {
        return part.equals("reader") ? "source shard" : "lane";
    }
}
