package io.shardstream.control.preflight;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.OwnSearches;
import io.shardstream.control.index.Server;
import io.shardstream.control.preflight.server.NumbersInDates;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Asks some documents of the source whether they have numbers in dates, where the target reads such numbers
/// otherwise in searches.
final class DateSurvey {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final int MOST_FIELDS = 50;
    private static final int MOST_DOCUMENTS = 20;

    private final ElasticCluster source;
    private final FindingList findings;

    DateSurvey(ElasticCluster source, FindingList findings) {
        this.source = source;
        this.findings = findings;
    }

    void look(SourceFacts index, Server from, Server to) throws ElasticException.Unreachable {
        if (!NumbersInDates.areReadOtherwise(from, to)) {
            return;
        }
        List<NumbersInDates.Field> fields = NumbersInDates.fields(index.index().mappings()).stream()
                .limit(MOST_FIELDS)
                .toList();
        if (fields.isEmpty()) {
            return;
        }
        int most = (int) Math.min(MOST_DOCUMENTS, index.maxResultWindow());
        findings.ask(
                        FindingCode.SOURCE_UNKNOWN,
                        "whether documents have numbers in dates",
                        () -> OwnSearches.answer(
                                source.send(search(index.index().name(), fields, most))))
                .flatMap(answer -> NumbersInDates.of(fields, documents(answer), from, to))
                .ifPresent(findings::add);
    }

    private static List<JsonNode> documents(JsonNode answer) {
        return answer.path("hits")
                .path("hits")
                .valueStream()
                .map(hit -> hit.path("_source"))
                .toList();
    }

    /// The first documents that have any of the fields.
    private static Call search(String index, List<NumbersInDates.Field> fields, int most) {
        ObjectNode search = MAPPER.createObjectNode().put("size", most).put("track_total_hits", false);
        search.putArray("sort").add("_doc");
        ArrayNode wanted = search.putArray("_source");
        ArrayNode any = search.putObject("query").putObject("bool").putArray("should");
        for (NumbersInDates.Field field : fields) {
            wanted.add(field.path());
            any.addObject().putObject("exists").put("field", field.name());
        }
        return OwnSearches.of(
                Call.post("/" + Call.encoded(index) + "/_search", Bytes.of(MAPPER.writeValueAsBytes(search))));
    }
}
