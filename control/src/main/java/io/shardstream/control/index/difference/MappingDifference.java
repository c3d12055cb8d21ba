package io.shardstream.control.index.difference;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.NameList;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Where the target's mapping treats documents otherwise than the source's does.
public final class MappingDifference {
    private static final String OBJECT = "object";
    private static final String FIELDS = "properties";
    private static final String SUB_FIELDS = "fields";
    private static final String DYNAMIC = "dynamic";
    private static final String META = "_meta";
    private static final String OURS = "shardstream";

    /// What is compared in another way, or says nothing about documents.
    private static final Set<String> NOT_COMPARED =
            Set.of("type", FIELDS, SUB_FIELDS, DYNAMIC, "_meta", "meta", "_source", "_routing");

    private final BothDefaults defaults;
    private final List<Entry> found = new ArrayList<>();

    private MappingDifference(BothDefaults defaults) {
        this.defaults = defaults;
    }

    /// One thing that differs.
    ///
    /// @param name of a field ([FieldConsent]), or of a parameter of the whole mapping
    /// @param words it with both values
    /// @param isNoticed whether whoever searches or writes may notice it
    /// @param isSaid whether the target's mapping says its value, and does not just lack it
    record Entry(MappingEffect effect, String name, String words, boolean isNoticed, boolean isSaid) {}

    public static List<Finding> of(IndexDefinition source, IndexDefinition target) {
        return findings(entries(source, target));
    }

    /// The same but for what the run file says.
    public static List<Finding> unsaid(IndexDefinition source, IndexDefinition target, Intended intended) {
        Set<Entry> said = said(source, target.settings(), intended);
        return findings(entries(source, target).stream()
                .filter(entry -> !said.contains(entry))
                .toList());
    }

    private static List<Finding> findings(List<Entry> entries) {
        Map<MappingEffect, List<String>> groups = new EnumMap<>(MappingEffect.class);
        entries.forEach(entry -> groups.computeIfAbsent(entry.effect(), none -> new ArrayList<>())
                .add(entry.words()));
        List<Finding> findings = new ArrayList<>();
        groups.forEach((effect, fields) -> findings.add(new Finding(
                effect.severity(), effect.code(), effect.what() + ": " + NameList.of(fields) + ".", effect.advice())));
        return findings;
    }

    /// What the run file says of it; a field that its mappings do not name is not among that, since the
    /// source may have got it afterwards.
    ///
    /// @param target the target's settings
    static Set<Entry> said(IndexDefinition source, IndexSettings target, Intended intended) {
        return intended.mappings()
                .map(wish -> entries(source, new IndexDefinition(wish, target)).stream()
                        .filter(Entry::isSaid)
                        .collect(Collectors.toSet()))
                .orElse(Set.of());
    }

    /// In the order of the mappings.
    static List<Entry> entries(IndexDefinition source, IndexDefinition target) {
        MappingDifference difference = new MappingDifference(BothDefaults.of(source.settings(), target.settings()));
        difference.parameters("", source.mapping(), target.mapping());
        difference.meta(source.mapping(), target.mapping());
        difference.compare("", source.mapping(), target.mapping(), new Dynamic("true", "true"));
        return List.copyOf(difference.found);
    }

    /// What applications keep there, such as the version of their mapping; a run keeps its own there too. Who
    /// has nothing there does not miss it.
    private void meta(JsonNode source, JsonNode target) {
        JsonNode ours = withoutOurs(source);
        JsonNode theirs = withoutOurs(target);
        if (!ours.equals(theirs)) {
            found.add(new Entry(MappingEffect.OTHER, META, "the index (_meta)", !ours.isEmpty(), !theirs.isEmpty()));
        }
    }

    private static ObjectNode withoutOurs(JsonNode mapping) {
        ObjectNode meta = mapping.path(META) instanceof ObjectNode object
                ? object.deepCopy()
                : JsonNodeFactory.instance.objectNode();
        meta.remove(OURS);
        return meta;
    }

    /// What becomes of fields that an object does not know, in source and target; inherited unless it says so
    /// itself.
    private record Dynamic(String source, String target) {
        Dynamic within(JsonNode source, JsonNode target) {
            return new Dynamic(
                    source.path(DYNAMIC).asString(source()),
                    target.path(DYNAMIC).asString(target()));
        }

        boolean becomesStrict() {
            return target.equals("strict") && !source.equals("strict");
        }
    }

    private void compare(String above, JsonNode source, JsonNode target, Dynamic inherited) {
        Dynamic dynamic = inherited.within(source, target);
        ofDynamic(above, dynamic, inherited, target.has(DYNAMIC));
        source.path(FIELDS).properties().forEach(field -> {
            String path = above + Printable.of(field.getKey());
            JsonNode theirs = target.path(FIELDS).path(field.getKey());
            if (theirs.isMissingNode()) {
                lacks(missing(dynamic.target()), path);
            } else {
                field(path, field.getValue(), theirs, dynamic);
            }
        });
        added(above, source.path(FIELDS), target.path(FIELDS));
    }

    private void ofDynamic(String above, Dynamic dynamic, Dynamic inherited, boolean isSaid) {
        String change = "dynamic: " + dynamic.source() + " → " + dynamic.target();
        String path = above.isEmpty() ? "" : above.substring(0, above.length() - 1);
        String name = above.isEmpty() ? DYNAMIC : FieldConsent.name(path);
        if (dynamic.becomesStrict() && !inherited.becomesStrict()) {
            String words = (above.isEmpty() ? "any" : above + "*") + " that is not mapped yet (" + change + ")";
            found.add(new Entry(MappingEffect.STRICTER, name, words, true, isSaid));
        } else if (!dynamic.source().equals(dynamic.target()) && !dynamic.equals(inherited)) {
            String where = above.isEmpty() ? "the index" : path;
            found.add(new Entry(MappingEffect.NEW_FIELDS, name, where + " (" + change + ")", true, isSaid));
        }
    }

    private void field(String path, JsonNode source, JsonNode target, Dynamic dynamic) {
        if (!type(source).equals(type(target))) {
            String words = path + " (" + type(source) + " → " + type(target) + ")";
            found.add(new Entry(MappingEffect.OTHER_TYPE, FieldConsent.name(path), words, true, true));
            return;
        }
        parameters(path, source, target);
        compare(path + ".", source, target, dynamic);
        source.path(SUB_FIELDS).properties().forEach(sub -> {
            String subPath = path + "." + Printable.of(sub.getKey());
            JsonNode theirs = target.path(SUB_FIELDS).path(sub.getKey());
            if (theirs.isMissingNode()) {
                lacks(MappingEffect.LOST, subPath);
            } else {
                field(subPath, sub.getValue(), theirs, dynamic);
            }
        });
        added(path + ".", source.path(SUB_FIELDS), target.path(SUB_FIELDS));
    }

    private void lacks(MappingEffect effect, String path) {
        found.add(new Entry(effect, FieldConsent.name(path), path, true, false));
    }

    private void added(String above, JsonNode source, JsonNode target) {
        target.propertyNames().stream().filter(name -> !source.has(name)).forEach(name -> {
            String path = above + Printable.of(name);
            found.add(new Entry(MappingEffect.ADDED, FieldConsent.name(path), path, true, true));
        });
    }

    /// @param path empty for the whole mapping
    private void parameters(String path, JsonNode source, JsonNode target) {
        Set<String> names = new TreeSet<>(source.propertyNames());
        names.addAll(target.propertyNames());
        names.removeAll(NOT_COMPARED);
        String where = path.isEmpty() ? "the index" : path;
        for (String name : names) {
            JsonNode theirs = target.path(name);
            if (source.path(name).isContainer() || theirs.isContainer()) {
                // Such as `dynamic_templates`, which may be long: only that it differs is said.
                if (!source.path(name).equals(theirs)) {
                    MappingEffect effect = new FieldParameter(name, "", "").effect();
                    add(effect, path, name, where + " (" + name + ")", !theirs.isMissingNode());
                }
                continue;
            }
            FieldParameter parameter = FieldParameter.of(name, type(source), source, target, defaults);
            if (parameter.differs()) {
                add(parameter.effect(), path, name, parameter.words(where), !theirs.isMissingNode());
            }
        }
    }

    private void add(MappingEffect effect, String path, String parameter, String words, boolean isSaid) {
        String name = path.isEmpty() ? parameter : FieldConsent.name(path);
        found.add(new Entry(effect, name, words, FieldParameter.isNoticed(parameter), isSaid));
    }

    private static MappingEffect missing(String dynamic) {
        return switch (dynamic) {
            case "strict" -> MappingEffect.REFUSED;
            case "false", "runtime" -> MappingEffect.NOT_INDEXED;
            default -> MappingEffect.GUESSED;
        };
    }

    private static String type(JsonNode field) {
        return field.path("type").asString(OBJECT);
    }
}
