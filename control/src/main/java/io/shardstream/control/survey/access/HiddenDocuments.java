package io.shardstream.control.survey.access;

import io.shardstream.control.finding.Finding;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Whether the user sees all of the source: a role may hide documents (`query`) and fields (`field_security`), and
/// searches then answer as if these were not there. What one role hides another one may show.
public final class HiddenDocuments {
    private static final Set<String> READS = Set.of("read", "all");

    private HiddenDocuments() {}

    /// @param answer to `GET /_security/user/_privileges`
    public static Optional<Finding> of(String index, JsonNode answer) {
        List<JsonNode> grants = answer.path("indices")
                .valueStream()
                .filter(grant -> isOn(index, grant) && mayRead(grant))
                .toList();
        if (grants.isEmpty()) {
            return Optional.empty();
        }
        boolean hidesDocuments =
                grants.stream().noneMatch(grant -> grant.path("query").isEmpty());
        boolean hidesFields = grants.stream().noneMatch(HiddenDocuments::showsAllFields);
        return hidesDocuments || hidesFields
                ? Optional.of(Finding.blocks(
                        "privileges",
                        "The roles of the source's user hide " + (hidesDocuments ? "documents" : "fields") + " of '"
                                + index + "' from it: the copy would lack them.",
                        "Read with a user whose roles have no query and no field security on this index."))
                : Optional.empty();
    }

    private static boolean mayRead(JsonNode grant) {
        return grant.path("privileges").valueStream().anyMatch(one -> READS.contains(one.asString("")));
    }

    private static boolean isOn(String index, JsonNode grant) {
        return grant.path("names")
                .valueStream()
                .anyMatch(name -> pattern(name.asString("")).matcher(index).matches());
    }

    /// Names have wildcards; one between slashes is a regular expression, which is taken to be on the index.
    private static Pattern pattern(String name) {
        return name.startsWith("/")
                ? Pattern.compile(".*")
                : Pattern.compile(Pattern.quote(name).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q"));
    }

    private static boolean showsAllFields(JsonNode grant) {
        JsonNode fields = grant.path("field_security");
        return fields.isEmpty()
                || fields.valueStream()
                        .anyMatch(rule -> rule.path("except").isEmpty()
                                && rule.path("grant")
                                        .valueStream()
                                        .anyMatch(name -> name.asString("").equals("*")));
    }
}
