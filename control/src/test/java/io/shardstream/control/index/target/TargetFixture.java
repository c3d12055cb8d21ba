package io.shardstream.control.index.target;

import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.Server;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/// A node that answers about the target over real HTTP, and the run that wants it.
final class TargetFixture {
    static final IndexDescription SOURCE = new IndexDescription(
            "cities",
            Map.of("index.number_of_shards", StringNode.valueOf("1")),
            new JsonMapper().createObjectNode(),
            Set.of(),
            1024);

    private static final Server SERVER = new Server(Server.ELASTICSEARCH, "9.5.3");

    static final CarriedSettings CARRIED = new CarriedSettings(SERVER, SERVER, Map.of());

    static final String RUN = "Shardstream-run-Write-x";

    /// Through the run's alias: a request that comes late changes no index that the run does not have any more.
    static final String MARKING = "PUT /" + RUN + "/_mapping";

    static final String NO_DOCUMENTS =
            "{'timed_out':false,'_shards':{'total':1,'successful':1},'hits':{'total':{'value':0}}}";

    final List<String> steps = new ArrayList<>();
    final FakeNode node;
    TargetSettings wish =
            new TargetSettings("v2", OptionalInt.empty(), OptionalInt.empty(), Map.of(), Optional.empty());
    String owned = "";
    Runnable whenTaken = () -> {};

    TargetFixture() throws IOException {
        node = new FakeNode("target")
                .answers("/_resolve/index/v2", 200, "{'indices':[{'name':'v2','attributes':['open']}]}")
                .answers(
                        "/_cluster/state/metadata/v2",
                        200,
                        "{'metadata':{'indices':{'v2':{'routing_num_shards':1024}}}}")
                .answers("/v2/_settings", 200, "{'v2':{'settings':{},'defaults':{}}}")
                .answers("/v2/_refresh", 200, "{}")
                .answers("/_index_template/_simulate_index/v2", 200, "{}")
                .answers("/_template", 200, "{}")
                .answers("/_aliases", 200, "{}")
                .answers(MARKING.substring("PUT ".length()), 200, "{}")
                .answers("/v2/_search", 200, NO_DOCUMENTS);
        has("{}", -1);
    }

    void close() {
        node.close();
    }

    void isMissing() {
        node.answers("/_resolve/index/v2", 404, "{}").answers("/v2", 200, "{}");
    }

    static TargetSettings asking(String settings, String mappings) {
        JsonMapper json = new JsonMapper();
        return TargetSettings.of(
                "v2",
                OptionalInt.empty(),
                OptionalInt.of(2),
                json.readTree(settings.replace('\'', '"')),
                Optional.of(json.readTree(mappings.replace('\'', '"'))));
    }

    void has(String mappings, long highest) {
        has(mappings, "", highest);
    }

    void has(String mappings, String aliases, long highest) {
        TargetAnswers.has(node, mappings, aliases, highest);
    }

    /// Nobody else has the index, unless a sentence says so.
    private final class Taking implements Claim {
        @Override
        public String writeAlias() {
            return RUN;
        }

        @Override
        public void requireFree() {
            steps.add("look");
            if (!owned.isEmpty()) {
                throw new RunRefusedException(owned);
            }
        }

        @Override
        public void take() {
            requireFree();
            steps.add("take");
            whenTaken.run();
        }
    }

    IndexDescription prepare() throws IOException {
        return prepare(node.cluster());
    }

    IndexDescription prepare(ElasticCluster target) throws IOException {
        return new TargetIndex(target, new IndexCatalog(target), wish)
                .prepare(
                        SOURCE,
                        false,
                        CARRIED,
                        new TargetMark("u", VersionMode.SEQNO, List.of("h"), List.of(1L)),
                        new Taking(),
                        false);
    }
}
