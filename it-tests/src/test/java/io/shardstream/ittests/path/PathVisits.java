package io.shardstream.ittests.path;

import io.shardstream.ittests.path.PathRecorder.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The classes on a document's way in the order in which it came to them, and how often. It comes to one again when
/// others have had it meanwhile, or when others that this one has called call this one. A class that another one
/// calls many times, with nobody in between, is come to once.
final class PathVisits {
    private static final String OURS = "io.shardstream.";

    private final Map<String, Visit> visits = new LinkedHashMap<>();
    private int entries;

    /// @param callers simple names; an empty one for a thread that begins here
    /// @param times how often the document came
    /// @param entriesThen how many classes had been entered when it was here last
    private record Visit(Set<String> callers, int times, int entriesThen) {}

    PathVisits(Path path) {
        List<String> last = List.of();
        for (List<String> stack : path.stacks()) {
            int same = 0;
            while (same < Math.min(last.size(), stack.size()) && last.get(same).equals(stack.get(same))) {
                same++;
            }
            for (int i = same; i < stack.size(); i++) {
                enter(stack, i);
            }
            stack.forEach(name ->
                    visits.computeIfPresent(name, (_, visit) -> new Visit(visit.callers(), visit.times(), entries)));
            last = stack;
        }
    }

    private void enter(List<String> stack, int at) {
        String name = stack.get(at);
        Visit before = visits.get(name);
        boolean isAgain = before == null
                || before.entriesThen() < entries
                || stack.subList(0, at).contains(name);
        Set<String> callers = before == null ? new LinkedHashSet<>() : before.callers();
        callers.add(at == 0 ? "" : simpleName(stack.get(at - 1)));
        if (isAgain) {
            entries++;
        }
        visits.put(name, new Visit(callers, (before == null ? 0 : before.times()) + (isAgain ? 1 : 0), entries));
    }

    /// Simple names, in the order of the first visit.
    List<String> names() {
        return visits.keySet().stream().map(PathVisits::simpleName).toList();
    }

    Set<String> packages() {
        return visits.keySet().stream().map(PathVisits::packageOf).collect(Collectors.toCollection(TreeSet::new));
    }

    /// By simple name, those to which the document came more than once.
    Map<String, Integer> again() {
        return visits.entrySet().stream()
                .filter(visit -> visit.getValue().times() > 1)
                .collect(Collectors.toMap(
                        visit -> simpleName(visit.getKey()),
                        visit -> visit.getValue().times()));
    }

    /// A table in Markdown.
    String table() {
        return visits.entrySet().stream()
                .map(visit -> "| `%s` | %s | %s | %d |%n"
                        .formatted(
                                simpleName(visit.getKey()),
                                packageOf(visit.getKey()),
                                described(visit.getValue().callers()),
                                visit.getValue().times()))
                .collect(Collectors.joining(
                        "", "| class | package | called by | times |\n| --- | --- | --- | --- |\n", ""));
    }

    private static String described(Collection<String> callers) {
        return callers.stream()
                .map(caller -> caller.isEmpty() ? "a thread begins" : "`" + caller + "`")
                .collect(Collectors.joining(", "));
    }

    /// Packages begin with small letters.
    static String simpleName(String name) {
        return name.replaceFirst("^(?:[a-z]\\w*\\.)+", "");
    }

    private static String packageOf(String name) {
        return name.substring(OURS.length(), name.length() - simpleName(name).length() - 1);
    }
}
