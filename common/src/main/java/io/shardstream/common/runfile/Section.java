package io.shardstream.common.runfile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/// A map of keys in a run file. Each key that is asked for becomes a known one; what was given and never
/// asked for is reported in the end. A section that is absent answers with defaults, and misses what it
/// must have.
final class Section {
    /// Turns a single value into what a key means.
    @FunctionalInterface
    interface Meaning<T> {
        T of(Node.Scalar value) throws Refused;
    }

    private static final Set<String> OFF = Set.of("off", "false");

    private final Reading reading;
    private final String path;
    private final Node.@Nullable Mapping given;
    private final int line;
    private final boolean mustHave;
    private final boolean off;

    private Section(Reading reading, String path, Node.@Nullable Mapping given, int line, boolean mustHave) {
        this(reading, path, given, line, mustHave, false);
    }

    private Section(
            Reading reading, String path, Node.@Nullable Mapping given, int line, boolean mustHave, boolean off) {
        this.reading = reading;
        this.path = path;
        this.given = given;
        this.line = line;
        this.mustHave = mustHave;
        this.off = off;
        reading.sections().add(this);
    }

    /// The run file as a whole.
    static Section top(Reading reading, Node node) {
        return new Section(reading, "", mapping(reading, "", node), 0, node instanceof Node.Mapping);
    }

    /// A section whose required keys are missed even if it is absent.
    Section section(String key) {
        return section(key, true);
    }

    /// A section that may be absent, required keys and all.
    Section optionalSection(String key) {
        return section(key, false);
    }

    /// A section in whose place may stand that its subject is not wanted: `off`, or `false`, which programs
    /// that write YAML make of it. Then it is absent, and [#isOff] says so.
    Section sectionOrOff(String key) {
        Node.Entry entry = entry(key);
        if (entry != null
                && entry.value() instanceof Node.Scalar scalar
                && !scalar.json().isNull()) {
            reading.keys().put(path(key), "");
            if (!OFF.contains(scalar.text())) {
                reading.problems().add(entry.line(), path(key), "must be off or a map of keys, got " + scalar.text());
            }
            return new Section(reading, path(key), null, entry.line(), false, true);
        }
        return optionalSection(key);
    }

    private Section section(String key, boolean required) {
        reading.keys().put(path(key), "");
        Node.Entry entry = entry(key);
        if (entry == null) {
            return new Section(reading, path(key), null, line, required && mustHave);
        }
        Node.Mapping mapping = mapping(reading, path(key), entry.value());
        return new Section(reading, path(key), mapping, entry.line(), mapping != null);
    }

    private static Node.@Nullable Mapping mapping(Reading reading, String path, Node node) {
        if (node instanceof Node.Mapping mapping) {
            return mapping;
        }
        reading.problems()
                .add(node.line(), path.isEmpty() ? "a run file" : path, "must be a map of keys, got " + node.kind());
        return null;
    }

    /// A key that must be there.
    <T> Field<T> required(String key, Meaning<T> meaning) {
        reading.keys().put(path(key), "required");
        Node.Entry entry = entry(key);
        if (entry == null) {
            if (mustHave) {
                reading.problems().add(line, path(key), "is missing");
            }
            return new Field<>(line, path(key), null);
        }
        return field(path(key), entry, meaning);
    }

    /// A key with a default, written as in the file.
    <T> Field<T> optional(String key, String fallback, Meaning<T> meaning) {
        reading.keys().put(path(key), fallback);
        Node.Entry entry = entry(key);
        Node standard = new Node.Scalar(line, fallback, JsonNodeFactory.instance.stringNode(fallback));
        return field(path(key), entry == null ? new Node.Entry(line, standard) : entry, meaning);
    }

    /// A key that may be absent.
    <T> Field<Optional<T>> optional(String key, Meaning<T> meaning) {
        reading.keys().put(path(key), "");
        Node.Entry entry = entry(key);
        return entry == null
                ? new Field<>(line, path(key), Optional.empty())
                : field(path(key), entry, value -> Optional.of(meaning.of(value)));
    }

    /// A key that must hold one value or a list of at least one; every value that is refused is reported.
    <T> Field<List<T>> list(String key, Meaning<T> meaning) {
        reading.keys().put(path(key), "required");
        Node.Entry entry = entry(key);
        if (entry == null || !(entry.value() instanceof Node.Sequence sequence)) {
            return required(key, value -> List.of(meaning.of(value)));
        }
        List<T> values = new ArrayList<>();
        for (int i = 0; i < sequence.items().size(); i++) {
            Node item = sequence.items().get(i);
            String itemPath = path(key) + "[" + (i + 1) + "]";
            field(itemPath, new Node.Entry(item.line(), item), meaning)
                    .ifValid()
                    .ifPresent(values::add);
        }
        if (sequence.items().isEmpty()) {
            reading.problems().add(entry.line(), path(key), "must have at least one value");
        }
        boolean valid = !values.isEmpty() && values.size() == sequence.items().size();
        return new Field<>(entry.line(), path(key), valid ? values : null);
    }

    /// A list that may be absent, which is an empty one.
    <T> Field<List<T>> optionalList(String key, Meaning<T> meaning) {
        Node.Entry entry = entry(key);
        if (entry != null && !(entry.value() instanceof Node.Sequence(var _, var items) && items.isEmpty())) {
            Field<List<T>> given = list(key, meaning);
            reading.keys().put(path(key), "");
            return given;
        }
        reading.keys().put(path(key), "");
        return new Field<>(line, path(key), List.of());
    }

    /// A map with keys of the user's own choice; absent if it is not there.
    Field<Optional<Node.Mapping>> free(String key) {
        reading.keys().put(path(key), "");
        Node.Entry entry = entry(key);
        if (entry == null) {
            return new Field<>(line, path(key), Optional.empty());
        }
        Node.Mapping mapping = mapping(reading, path(key), entry.value());
        return new Field<>(entry.line(), path(key), mapping == null ? null : Optional.of(mapping));
    }

    /// The keys of this section that are there.
    Set<String> given() {
        return given == null ? Set.of() : new TreeSet<>(given.entries().keySet());
    }

    /// Whether the file says that it is not wanted.
    boolean isOff() {
        return off;
    }

    boolean isThere() {
        return given != null;
    }

    /// Reports something about this section as a whole.
    void problem(String sentence) {
        reading.problems().add(line, path, sentence);
    }

    /// Reports keys that nobody asked for. Call it when all have been asked for.
    void reportUnknown() {
        if (given == null) {
            return;
        }
        for (Map.Entry<String, Node.Entry> entry : given.entries().entrySet()) {
            String name = entry.getKey();
            String key = path(name);
            int line = entry.getValue().line();
            if (!reading.keys().containsKey(key)) {
                String hint = NearestName.of(key, reading.keys().keySet())
                        .map(nearest -> "; did you mean " + nearest + "?")
                        .orElse("");
                reading.problems().add(line, key, "is not known" + hint);
            } else if (name.contains(".")) {
                // No key has a dot in it: that is how sentences write the way to one.
                int last = key.lastIndexOf('.');
                reading.problems()
                        .add(
                                line,
                                key,
                                "must be written as '" + key.substring(last + 1) + "' in the section '"
                                        + key.substring(0, last) + "'");
            }
        }
    }

    private <T> Field<T> field(String key, Node.Entry entry, Meaning<T> meaning) {
        try {
            if (!(entry.value() instanceof Node.Scalar scalar)) {
                throw new Refused("must be a single value, got " + entry.value().kind());
            }
            if (scalar.json().isNull()) {
                throw new Refused("has no value");
            }
            return new Field<>(entry.line(), key, meaning.of(scalar));
        } catch (Refused e) {
            reading.problems().add(entry.line(), key, String.valueOf(e.getMessage()));
            return new Field<>(entry.line(), key, null);
        }
    }

    private Node.@Nullable Entry entry(String key) {
        return given == null ? null : given.entries().get(key);
    }

    private String path(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }
}
