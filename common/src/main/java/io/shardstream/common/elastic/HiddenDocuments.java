package io.shardstream.common.elastic;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/// Whether the user sees all of an index: a role may hide documents (`query`) and fields (`field_security`),
/// and searches then answer as if these were not there. What one role hides another one may show.
public final class HiddenDocuments {
    /// Not known now, and to be asked again: too many requests, or nobody behind a node or a proxy that could
    /// tell. 500 is none of them: what each server without security answers was not tried, and must hold up
    /// no run.
    private static final Set<Integer> ASK_AGAIN = Set.of(429, 502, 503, 504);

    private static final Set<String> READS = Set.of("read", "all");

    /// The action of a search, which a role may also grant by its name, with wildcards.
    private static final String SEARCH = "indices:data/read/search";

    private HiddenDocuments() {}

    /// Asks the cluster.
    ///
    /// @return a sentence that says what is hidden and what to do; empty where nothing is, and where the
    ///     cluster does not tell, as without security and of an API key that has roles of its own
    /// @throws ElasticException if it does not answer, cannot at the moment, or does not know the user
    public static Optional<String> of(ElasticCluster cluster, String index) throws ElasticException {
        Reply answer = cluster.send(Call.get("/_security/user/_privileges"));
        if (answer.status() == 401 || ASK_AGAIN.contains(answer.status())) {
            answer.orThrow();
        }
        return answer.isOk()
                ? of(index, answer.json()).map(what -> sentence(cluster.name(), index, what))
                : Optional.empty();
    }

    /// @param what [#of(String, JsonNode)]
    private static String sentence(String role, String index, String what) {
        return "The roles of the " + role + "'s user hide " + what + " of '" + index + "' from it, so that they would"
                + " be lost without a word: give the user of " + role + ".auth roles that have neither 'query' nor"
                + " 'field_security' on this index.";
    }

    /// What is hidden, in a word: `documents` or `fields`; empty for nothing.
    ///
    /// @param answer to `GET /_security/user/_privileges`
    /// @throws ElasticException.Malformed if it does not tell the user's rights to indices
    public static Optional<String> of(String index, JsonNode answer) throws ElasticException.Malformed {
        if (!answer.path("indices").isArray()) {
            throw new ElasticException.Malformed("The answer to GET /_security/user/_privileges does not say which"
                    + " documents of '" + index + "' the user sees");
        }
        List<JsonNode> grants = answer.path("indices")
                .valueStream()
                .filter(grant -> isOn(index, grant) && mayRead(grant))
                .toList();
        if (grants.isEmpty()) {
            return Optional.empty();
        }
        if (grants.stream().noneMatch(grant -> AnswerValues.isNothing(grant.path("query")))) {
            return Optional.of("documents");
        }
        return grants.stream().noneMatch(HiddenDocuments::showsAllFields) ? Optional.of("fields") : Optional.empty();
    }

    private static boolean mayRead(JsonNode grant) {
        return grant.path("privileges")
                .valueStream()
                .map(one -> one.asString(""))
                .anyMatch(name ->
                        READS.contains(name) || pattern(name).matcher(SEARCH).matches());
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
        return AnswerValues.isNothing(fields)
                || fields.valueStream()
                        .anyMatch(rule -> AnswerValues.isNothing(rule.path("except"))
                                && rule.path("grant")
                                        .valueStream()
                                        .anyMatch(name -> name.asString("").equals("*")));
    }
}
