package io.shardstream.control.preflight;

import io.shardstream.control.index.FakeNode;
import io.shardstream.control.preflight.server.BrokerRoom;
import io.shardstream.control.preflight.server.KafkaFacts;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// A source and a target with which a run can be done, until a test changes what they answer.
final class SurveyServers implements AutoCloseable {
    static final String DOCUMENT = "{'_index':'cities','_id':'7','_seq_no':0,'_primary_term':1,'_source':{'age':'x'}}";

    static final List<BrokerRoom> ROOMS =
            List.of(new BrokerRoom(1, 1L << 40), new BrokerRoom(2, 1L << 40), new BrokerRoom(3, 1L << 40));

    static final KafkaFacts KAFKA =
            new KafkaFacts(3, OptionalInt.of(25), Map.of("min.insync.replicas", "2"), ROOMS, List.of(), false);

    private static final String VERSIONS = "{'timed_out':false,'_shards':{'total':1,'successful':1},'aggregations':"
            + "{'versions':{'buckets':[{'doc_count':1,'highest':{'value':1}},"
            + "{'doc_count':0,'highest':{'value':null}}]}}}";

    final FakeNode source = new FakeNode("source");
    final FakeNode target = new FakeNode("target");

    SurveyServers() throws IOException {
        cluster(source);
        cluster(target);
        privileges(source, "'cities':{'read':true,'view_index_metadata':true,'monitor':true,'maintenance':true}");
        privileges(target, target("true"));
        source.answers("/_security/user/_privileges", 200, "{'indices':[]}")
                .answers("/_resolve/index/cities", 200, "{'indices':[{'name':'cities','attributes':['open']}]}")
                .answers(
                        "/_cluster/state/metadata/cities",
                        200,
                        "{'metadata':{'indices':{'cities':{'routing_num_shards':1024}}}}")
                .answers("/cities/_settings", 200, "{'cities':{'settings':{},'defaults':{}}}")
                .answers("/cities/_search_shards", 200, "{'shards':[[{'shard':0}]]}")
                .answers("/cities/_search", 200, found("", 1))
                .answersTo("/cities/_search", "exists", 200, found("", 0))
                .answersTo("/cities/_search", "versions", 200, VERSIONS)
                .answersTo("/cities/_search", "'gte':0,'lt'".replace('\'', '"'), 200, found(DOCUMENT, 1));
        sourceIndex(1, "{}");
        target.answers("/_index_template/_simulate_index/v2", 200, "{'template':{}}")
                .answers("/_index_template/_simulate", 200, "{'template':{}}")
                .answers("/_index_template/_simulate_index/v2-shardstream-plan-x1", 200, "{}")
                .answers("/_index_template", 200, "{'index_templates':[]}")
                .answers("/_template", 200, "{'old':{'index_patterns':['other-*'],'aliases':{'others':{}}}}")
                .answers("/v2-shardstream-plan-x1", 200, "{'acknowledged':true}")
                .answers("/v2-shardstream-plan-x1-write/_bulk", 200, "{'errors':false}");
    }

    private static void cluster(FakeNode node) {
        version(node, "9.5.3");
        node.answers("/_nodes", 200, "{'nodes':{'a':{'name':'node-1','version':'9.5.3','roles':['data']}}}")
                .answers(
                        "/_nodes/data:true/stats/indices,thread_pool,indexing_pressure,breaker,os/search",
                        200,
                        "{'nodes':{'a':{'name':'node-1','os':{'cpu':{'percent':5}}}}}")
                .answers("/_cluster/settings", 200, "{'persistent':{},'transient':{},'defaults':{}}")
                .answers("/_cluster/health", 200, "{'active_shards':3,'unassigned_shards':0}");
        disk(node, 1L << 40);
    }

    static void version(FakeNode node, String number) {
        node.answers("/", 200, "{'version':{'number':'" + number + "','build_flavor':'default'}}");
    }

    static void disk(FakeNode node, long available) {
        node.answers(
                "/_nodes/stats/fs",
                200,
                "{'nodes':{'a':{'fs':{'total':{'total_in_bytes':" + (2L << 40) + ",'available_in_bytes':" + available
                        + "}}}}}");
    }

    static String target(String mayRead) {
        return "'v2':{'manage':true,'index':true,'delete':true,'read':" + mayRead
                + "},'Shardstream-run-*':{'manage':true},'Shardstream-run-Write-*':{'index':true,'delete':true}";
    }

    static void privileges(FakeNode node, String index) {
        node.answers(
                "/_security/user/_has_privileges",
                200,
                "{'cluster':{'all':false,'monitor':true},'index':{" + index + "}}");
    }

    /// With 20 GB in each shard, each of one document.
    void sourceIndex(int shards, String mappings) {
        source.answers(
                "/cities",
                200,
                "{'cities':{'settings':{'index.uuid':'u','index.number_of_shards':'" + shards
                        + "','index.number_of_replicas':'0','index.refresh_interval':'30s'},'mappings':" + mappings
                        + ",'aliases':{}}}");
        String all = "";
        for (int shard = 0; shard < shards; shard++) {
            all += (shard == 0 ? "" : ",") + "'" + shard
                    + "':[{'routing':{'state':'STARTED','primary':true},'docs':{'count':1,'deleted':0},"
                    + "'store':{'size_in_bytes':20000000000},'seq_no':{'max_seq_no':0,'global_checkpoint':0}}]";
        }
        String stats = "{'indices':{'cities':{'shards':{" + all + "}}}}";
        source.answers("/cities/_stats/docs", 200, stats).answers("/cities/_stats/docs,store", 200, stats);
    }

    /// Has the index's one shard take operations.
    void sourceNumbers(long highest) {
        source.answers(
                "/cities/_stats/docs",
                200,
                "{'indices':{'cities':{'shards':{'0':[{'routing':{'state':'STARTED','primary':true},"
                        + "'seq_no':{'max_seq_no':" + highest + ",'global_checkpoint':" + highest + "}}]}}}}");
    }

    static String found(String hits, int total) {
        return "{'timed_out':false,'_shards':{'total':1,'successful':1,'failed':0},'hits':{'total':{'value':" + total
                + ",'relation':'eq'},'hits':[" + hits + "]}}";
    }

    @Override
    public void close() {
        source.close();
        target.close();
    }
}
