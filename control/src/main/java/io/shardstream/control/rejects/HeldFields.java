package io.shardstream.control.rejects;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.line.DocumentJson;
import io.shardstream.control.target.HeldMark;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Which fields of a replacement the target would keep and never find. While a run carries the source's
/// mapping, the target takes no fields on its own: what the source has written waits for its fields, and
/// bytes of an operator have fields that the source may not have.
///
/// A field that the source would not make a field either (`dynamic: false`) is none of these.
public final class HeldFields {
    private static final JsonMapper JSON =
            JsonMapper.builder(DocumentJson.FACTORY).build();
    private static final String FIELDS = "properties";
    private static final String DYNAMIC = "dynamic";

    private final JsonNode source;
    private final JsonNode target;

    /// @param source root object of the source's mapping
    /// @param target that of the target's
    public HeldFields(JsonNode source, JsonNode target) {
        this.source = source;
        this.target = target;
    }

    /// Why a document must not be published yet, as a part of a sentence.
    ///
    /// @param document a JSON object
    Optional<String> missing(Bytes document) {
        if (!HeldMark.isHeld(target)) {
            return Optional.empty();
        }
        JsonNode tree;
        try {
            tree = JSON.readTree(document.toArray());
        } catch (JacksonException e) {
            return Optional.empty();
        }
        String dynamic = source.path(DYNAMIC).asString("true");
        return missing(tree, "", source, target, dynamic)
                .map(field -> "the target's mapping does not have the field '" + field
                        + "', and takes none on its own while the run lasts: add it to the source's mapping, which the"
                        + " target follows, or to the target's");
    }

    /// @param path of the level, with a dot behind it
    /// @param inSource the source's level, missing where the source has none
    /// @param dynamic what the source's level does with fields that it does not have
    private Optional<String> missing(JsonNode object, String path, JsonNode inSource, JsonNode level, String dynamic) {
        return object.properties().stream()
                .flatMap(field -> missing(field.getKey(), field.getValue(), path, inSource, level, dynamic).stream())
                .findFirst();
    }

    private Optional<String> missing(
            String name, JsonNode value, String path, JsonNode inSource, JsonNode level, String dynamic) {
        if (isNothing(value)) {
            return Optional.empty();
        }
        JsonNode field = level.path(FIELDS).path(name);
        int dot = name.indexOf('.');
        if (field.isMissingNode() && dot > 0) {
            JsonNode first = level.path(FIELDS).path(name.substring(0, dot));
            if (!first.isMissingNode()) {
                return inField(
                        first,
                        name.substring(0, dot),
                        inSource,
                        dynamic,
                        (its, says) -> missing(
                                name.substring(dot + 1), value, path + name.substring(0, dot) + ".", its, first, says));
            }
        }
        if (field.isMissingNode()) {
            boolean isRuntime = target.path("runtime").has(path + name);
            boolean isOfServer = path.isEmpty() && name.equals("_doc_count");
            return dynamic.equals("false") || isRuntime || isOfServer ? Optional.empty() : Optional.of(path + name);
        }
        return inField(
                field, name, inSource, dynamic, (its, says) -> missingIn(value, path + name + ".", its, field, says));
    }

    @FunctionalInterface
    private interface Within {
        Optional<String> look(JsonNode inSource, String dynamic);
    }

    /// Fields that are no levels take whatever is in them.
    private static Optional<String> inField(
            JsonNode field, String name, JsonNode inSource, String dynamic, Within within) {
        String type = field.path("type").asString("object");
        boolean isLevel = type.equals("object") || type.equals("nested");
        if (!isLevel || !field.path("enabled").asBoolean(true)) {
            return Optional.empty();
        }
        JsonNode its = inSource.path(FIELDS).path(name);
        return within.look(its, its.path(DYNAMIC).asString(dynamic));
    }

    private Optional<String> missingIn(JsonNode value, String path, JsonNode inSource, JsonNode level, String dynamic) {
        if (value.isArray()) {
            return value.valueStream()
                    .filter(JsonNode::isObject)
                    .flatMap(one -> missing(one, path, inSource, level, dynamic).stream())
                    .findFirst();
        }
        return value.isObject() ? missing(value, path, inSource, level, dynamic) : Optional.empty();
    }

    /// No field is made of that.
    private static boolean isNothing(JsonNode value) {
        return value.isNull() || (value.isArray() && value.valueStream().allMatch(JsonNode::isNull));
    }
}
