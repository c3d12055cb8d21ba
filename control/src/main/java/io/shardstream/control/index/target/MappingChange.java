package io.shardstream.control.index.target;

import io.shardstream.common.contract.bytes.Sha256;
import io.shardstream.control.index.SettingText;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Something that the mapping or the settings of a source have and those of its target have not.
public sealed interface MappingChange {
    /// What people call it: the full name of the field, of the parameter, or of the setting. No two changes
    /// of one mapping have the same.
    String name();

    /// What the source has there, as text that is the same for the same thing.
    String wanted();

    /// Tells two things of one name apart, in a few characters.
    default String digest() {
        return HexFormat.of()
                .formatHex(Sha256.begin().digest(wanted().getBytes(StandardCharsets.UTF_8)))
                .substring(0, 16);
    }

    /// By name, what each is about.
    static Map<String, String> digests(List<? extends MappingChange> changes) {
        Map<String, String> digests = new TreeMap<>();
        changes.forEach(change -> digests.put(change.name(), change.digest()));
        return digests;
    }

    /// A part of the mapping that the target may be asked to take.
    ///
    /// @param isNew whether it is a field that the target does not have at all
    /// @param body the smallest mapping that has it
    record Carried(String name, String wanted, boolean isNew, ObjectNode body) implements MappingChange {
        /// Whether it is neither a field nor below one: a parameter of the whole mapping, or a runtime field.
        boolean isBesideFields() {
            return !body.has(MappingLevels.FIELDS);
        }

        /// The same under another name.
        Carried called(String other) {
            return new Carried(other, wanted, isNew, body);
        }

        /// A copy, which the caller may change.
        @Override
        public ObjectNode body() {
            return body.deepCopy();
        }
    }

    /// A field that is of one type in the source and of another in the target, which no index can change.
    ///
    /// @param has what the target has there
    record Contradicted(String name, String wanted, String has) implements MappingChange {}

    /// An index setting.
    ///
    /// @param value a text, or a list of texts; null where the source has its default
    record Setting(String name, @Nullable JsonNode value) implements MappingChange {
        @Override
        public String wanted() {
            return value == null ? "its default" : SettingText.of(value);
        }
    }
}
