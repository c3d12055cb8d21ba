package io.shardstream.control.index.target;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The start of a run that has made a target, beside the [TargetMark] in its mapping. An index without this
/// was made by somebody else, whatever aliases it has.
///
/// @param writeAlias of the run, which no other run has
/// @param definition digest of the settings and mappings that it asked for
record TargetMaker(String writeAlias, String definition) {
    private static final String META = "_meta";
    private static final String OURS = "shardstream";
    private static final String MAKER = "made_by";

    /// The one in a mapping, empty if it has none.
    ///
    /// @param mapping its root object
    static Optional<TargetMaker> in(JsonNode mapping) {
        JsonNode maker = mapping.path(META).path(OURS).path(MAKER);
        String alias = maker.path("alias").asString("");
        return alias.isEmpty()
                ? Optional.empty()
                : Optional.of(new TargetMaker(alias, maker.path("definition").asString("")));
    }

    /// Whether the run with this alias has made the index.
    static boolean isIn(JsonNode mapping, String writeAlias) {
        return in(mapping).filter(maker -> maker.writeAlias.equals(writeAlias)).isPresent();
    }

    /// Puts it into a mapping that has a mark.
    ObjectNode into(ObjectNode mapping) {
        if (mapping.path(META).path(OURS) instanceof ObjectNode mark) {
            mark.putObject(MAKER).put("alias", writeAlias).put("definition", definition);
        }
        return mapping;
    }
}
