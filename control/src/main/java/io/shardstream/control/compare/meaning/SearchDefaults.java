package io.shardstream.control.compare.meaning;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The analyzers by which an index takes searches apart in fields that name no analyzer at all
/// (`AnalysisRegistry.DEFAULT_SEARCH_ANALYZER_NAME` and `TextParams` of Elasticsearch, OpenSearch likewise). An
/// index has them only where its settings do.
final class SearchDefaults {
    static final String SEARCH = "default_search";
    static final String QUOTED = "default_search_quoted";

    private static final String ANALYZERS = "index.analysis.analyzer.";

    private SearchDefaults() {}

    /// Those that both sides have; that only one has is told where settings are compared. None where a side
    /// does not tell.
    ///
    /// @throws ElasticException if a side does not answer
    static Set<String> ofBoth(MeaningSides sides) throws ElasticException {
        Set<String> both = of(sides, true);
        both.retainAll(of(sides, false));
        return both;
    }

    private static Set<String> of(MeaningSides sides, boolean isSource) throws ElasticException {
        String index = sides.index(isSource);
        Reply reply = sides.side(isSource)
                .send(Call.get("/" + Call.encoded(index) + "/_settings/" + ANALYZERS + SEARCH + "*")
                        .with("flat_settings", "true"));
        Set<String> found = new TreeSet<>();
        if (reply.isOk()) {
            reply.json()
                    .path(index)
                    .path("settings")
                    .propertyNames()
                    .forEach(setting -> List.of(SEARCH, QUOTED).stream()
                            .filter(name -> setting.startsWith(ANALYZERS + name + "."))
                            .forEach(found::add));
        }
        return found;
    }
}
