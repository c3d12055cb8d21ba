package io.shardstream.control.damage;

/// What a cluster with one index of one shard and one document answers to the questions of a run, as
/// Elasticsearch 9.5 says it, without most of what nobody reads.
public final class GoodAnswers {
    private static final String WHOLE = "'_shards':{'total':1,'successful':1,'skipped':0,'failed':0}";

    private GoodAnswers() {}

    /// @param index its name; its uuid is `u`
    public static void of(DamagedNode node, String index) {
        cluster(node, index);
        indices(node, index);
        shard(node, index);
        security(node, index);
    }

    private static void answer(DamagedNode node, String request, String index, String json) {
        node.answers(
                request.replace("INDEX", index), 200, json.replace('\'', '"').replace("INDEX", index));
    }

    private static void cluster(DamagedNode node, String index) {
        answer(node, "GET /", index, """
                {'name':'n','cluster_name':'c','cluster_uuid':'c','version':{'number':'9.5.3','build_flavor':'default'},
                 'tagline':'You Know, for Search'}""");
        answer(node, "GET /_nodes", index, """
                {'nodes':{'n0':{'name':'node-0','version':'9.5.3','ip':'127.0.0.1','roles':['data','master']}}}""");
        answer(node, "GET /_nodes/http", index, """
                {'nodes':{'n0':{'name':'node-0','version':'9.5.3','roles':['data'],
                  'http':{'publish_address':'ADDRESS','max_content_length_in_bytes':104857600}}}}""");
        answer(node, "GET /_nodes/jvm", index, """
                {'nodes':{'n0':{'roles':['data'],'jvm':{'mem':{'heap_max_in_bytes':1073741824}}}}}""");
        answer(node, "GET /_nodes/stats/fs", index, """
                {'nodes':{'n0':{'fs':{'total':{'total_in_bytes':1000,'available_in_bytes':900}}}}}""");
        answer(node, "GET /_cluster/settings", index, """
                {'persistent':{},'transient':{},'defaults':{
                  'cluster.routing.allocation.disk.watermark.high':'90%','cluster.max_shards_per_node':'1000'}}""");
        answer(node, "GET /_cluster/health", index, """
                {'cluster_name':'c','status':'green','timed_out':false,'active_shards':2,'initializing_shards':1,
                 'unassigned_shards':3}""");
        node.answers("GET /_cluster/health/" + index, 200, node.answer("GET /_cluster/health"));
        answer(node, "GET /_cluster/state/blocks,metadata/gone", index, "{'cluster_name':'c'}");
        answer(node, "GET /_tasks", index, """
                {'nodes':{'n0':{'name':'node-0','tasks':{'n0:7':{'node':'n0','id':7,
                  'action':'indices:data/write/bulk','headers':{'X-Opaque-Id':'mine'}}}}}}""");
    }

    private static void indices(DamagedNode node, String index) {
        String settings = "'index.uuid':'u','index.number_of_shards':'1','index.routing_partition_size':'1',"
                + "'index.max_result_window':'100','index.seq_no.index_options':'points_and_doc_values'";
        answer(node, "GET /_resolve/index/INDEX", index, """
                {'indices':[{'name':'INDEX','attributes':['open']}],'aliases':[],'data_streams':[]}""");
        answer(node, "GET /INDEX", index, """
                {'INDEX':{'aliases':{'a':{}},'mappings':{'properties':{'f':{'type':'keyword'}}},'settings':{%s}}}""".formatted(settings));
        answer(node, "GET /INDEX/_settings", index, """
                {'INDEX':{'settings':{%s},'defaults':{'index.refresh_interval':'1s'}}}""".formatted(settings));
        answer(node, "GET /INDEX/_alias", index, "{'INDEX':{'aliases':{'a':{'filter':{'term':{'f':'x'}}}}}}");
        answer(node, "POST /_index_template/_simulate_index/", index, """
                {'template':{'settings':{'index':{'number_of_shards':'1','sort':{'field':['f']}}},
                  'mappings':{'properties':{'f':{'type':'keyword'}}},'aliases':{'a':{}}},'overlapping':[]}""");
        answer(node, "GET /_index_template", index, """
                {'index_templates':[{'name':'t','index_template':{'index_patterns':['comp*'],'priority':7}}]}""");
        answer(node, "GET /_template", index, """
                {'t':{'order':1,'index_patterns':['old*'],'settings':{'index':{'codec':'best_compression'}},
                  'mappings':{'properties':{'f':{'type':'keyword'}}},'aliases':{'a':{}}}}""");
        answer(node, "PUT /INDEX/_mapping", index, "{'acknowledged':true}");
        answer(node, "PUT /INDEX/_settings", index, "{'acknowledged':true}");
        answer(node, "DELETE /INDEX", index, "{'acknowledged':true}");
        answer(node, "PUT /INDEX/_block/write", index, """
                {'acknowledged':true,'shards_acknowledged':true,'indices':[{'name':'INDEX','blocked':true}]}""");
        node.answers("POST /_aliases", 400, """
                {"error":{"type":"invalid_alias_name_exception","reason":"no"},"status":400}""");
        answer(node, "POST /INDEX/_pit", index, "{'id':'pit'}");
        answer(node, "GET /INDEX/_search_shards", index, "{'shards':[[{'shard':0}]]}");
        metadata(node, index);
    }

    private static void metadata(DamagedNode node, String index) {
        String metadata = """
                'metadata':{'indices':{'INDEX':{'state':'open','aliases':['a'],'primary_terms':{'0':3},
                  'routing_num_shards':1024,'mapping_version':5,'settings_version':6,
                  'mappings':{'_doc':{'properties':{'f':{'type':'keyword'}}}},
                  'settings':{'index':{'uuid':'u','number_of_shards':'1'}}}}}""";
        String routing = """
                'routing_table':{'indices':{'INDEX':{'shards':{'0':[{'primary':true,'state':'STARTED','node':'n0',
                  'allocation_id':{'id':'al'}}]}}}}""";
        answer(node, "GET /_cluster/state/metadata/INDEX", index, "{" + metadata + "}");
        String nodes = "'nodes':{'n0':{'ephemeral_id':'e'}},";
        answer(
                node,
                "GET /_cluster/state/metadata,nodes,routing_table/INDEX",
                index,
                "{" + nodes + metadata + "," + routing + "}");
        String blocks = "'cluster_name':'c','cluster_uuid':'c','blocks':{'indices':{'INDEX':{'8':{"
                + "'description':'write','retryable':false,'levels':['write']}}}},";
        answer(node, "GET /_cluster/state/blocks,metadata/INDEX", index, "{" + blocks + metadata + "}");
        answer(
                node,
                "GET /_cluster/state/blocks,metadata,routing_table/INDEX",
                index,
                "{" + blocks + metadata + "," + routing + "}");
    }

    private static void shard(DamagedNode node, String index) {
        String numbers = "'seq_no':{'max_seq_no':9,'local_checkpoint':9,'global_checkpoint':8}";
        answer(node, "GET /_nodes/_local/stats/indices/refresh", index, """
                {'nodes':{'n0':{'name':'node-0','indices':{'shards':{'INDEX':[{'0':{
                  'routing':{'state':'STARTED','primary':true,'node':'n0'},%s,
                  'commit':{'user_data':{'history_uuid':'h'}},'refresh':{'external_total':4}}}]}}}}}""".formatted(numbers));
        answer(node, "GET /_nodes/_local/stats/indices/indexing", index, """
                {'nodes':{'n0':{'indices':{'shards':{'INDEX':[{'0':{'indexing':{'delete_total':11}}}]}}}}}""");
        answer(node, "GET /_nodes/_local/stats/indices/docs,store", index, """
                {'nodes':{'n0':{'indices':{'shards':{'INDEX':[{'0':{'docs':{'count':10},
                  'store':{'size_in_bytes':1000}}}]}}}}}""");
        answer(node, "GET /INDEX/_stats/docs", index, """
                {'indices':{'INDEX':{'shards':{'0':[{'routing':{'state':'STARTED','primary':true,'node':'n0'},%s,
                  'docs':{'count':10,'deleted':1},'commit':{'user_data':{'history_uuid':'h'}}}]}}}}""".formatted(numbers));
        answer(node, "GET /INDEX/_stats/translog", index, """
                {'_all':{'primaries':{'translog':{'uncommitted_operations':12}}}}""");
        answer(node, "POST /INDEX/_search", index, """
                {'took':13,'timed_out':false,%s,'hits':{'total':{'value':1,'relation':'eq'},'max_score':null,'hits':[
                  {'_index':'INDEX','_id':'a','_version':10,'_seq_no':1,'_primary_term':3,'_score':null,
                   '_routing':'r','_source':{'f':'x'},'fields':{'_seq_no':[1]},'sort':[0]}]},
                 'aggregations':{'blocks':{'buckets':[{'key':0.0,'doc_count':1}]},
                   'highest':{'value':1000.0},'lowest':{'value':1000.0},'all':{'value':1},
                   'wanted':{'doc_count_error_upper_bound':0,'sum_other_doc_count':0,'buckets':[{'key':10,'doc_count':1,
                     'numbers':{'doc_count_error_upper_bound':0,'sum_other_doc_count':0,
                       'buckets':[{'key':1,'doc_count':1}]}}]}}}""".formatted(WHOLE));
    }

    private static void security(DamagedNode node, String index) {
        answer(node, "POST /_security/user/_has_privileges", index, """
                {'username':'u','has_all_requested':true,'cluster':{'monitor':true},'index':{'INDEX':{'read':true}}}""");
        answer(node, "GET /_security/user/_privileges", index, """
                {'cluster':['monitor'],'global':[],'indices':[{'names':['INDEX'],'privileges':['read'],
                  'query':['{}'],'field_security':[{'grant':['*'],'except':[]}]}],'applications':[],'run_as':[]}""");
    }
}
