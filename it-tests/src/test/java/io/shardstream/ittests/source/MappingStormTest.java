package io.shardstream.ittests.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Many clients that bring new fields into a source, whose types depend on who comes first, while it is copied.
///
/// `./mvnw -Pall-tests -pl it-tests -am test -Dtest=MappingStormTest -Dsurefire.failIfNoSpecifiedTests=false` for 20 s;
/// `-Dshardstream.storm.seconds=300 -Dshardstream.storm.clients=30 -Dshardstream.storm.fields=2000` says how much.
@RealServers
@Tag("long")
class MappingStormTest {
    private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("shardstream.storm.seconds", 20));
    private static final int CLIENTS = Integer.getInteger("shardstream.storm.clients", 30);
    private static final int FIELDS = Integer.getInteger("shardstream.storm.fields", 2000);
    private static final int SAMPLED = 50;
    private static final int IDLE_SECONDS = 20;
    private static final int SEARCHES_AT_ONCE = 100;

    @Test
    void bothMappingsAreEqualAndEveryFieldFindsTheSame() throws Exception {
        try (CopyRun run = CopyRun.create()
                .withSource(
                        // Of the first half of the fields some come too late.
                        "\"number_of_shards\":3,\"mapping.total_fields.ignore_dynamic_beyond_limit\":true,"
                                + "\"mapping.total_fields.limit\":" + FIELDS / 2,
                        """
                        {"dynamic_templates":[
                           {"nests":{"match":"nest_*","match_mapping_type":"object","mapping":{"type":"nested"}}}],
                         "properties":{"client":{"type":"keyword"}}}""")
                .withTarget("replicas: 0")
                .following()) {
            run.rest().put("/" + run.source() + "/_doc/first", "{\"client\":\"none\"}");
            run.planned();
            Stream.of("reader", "writer").forEach(run::startHere);
            run.awaitPhase(Phase.CATCHING_UP);
            Rest rest = run.rest();

            int written = storm(rest, run.source(), names(0, FIELDS / 2), 1);
            // A name that was ignored is found in the target also by documents that the source has ignored it in.
            List<String> second = new ArrayList<>(names(FIELDS / 2, FIELDS));
            second.addAll(mapped(mappingOf(rest, run.source())));
            rest.put("/" + run.source() + "/_settings", "{\"index.mapping.total_fields.limit\":" + 10 * FIELDS + "}");
            written += storm(rest, run.source(), second, 2);
            run.awaitCaughtUp();

            assertThat(run.rejects()).isEmpty();
            printCost(run);
            // Documents that came before the limit was raised say in the source that it has ignored fields of theirs.
            CopyRun.Output cutover = run.command("cutover", "--accept-difference", "_ignored");
            assertThat(cutover.code()).as(cutover.text()).isZero();
            assertThat(run.assertCopied().equal()).isEqualTo(written + 1);
            JsonNode mapping = mappingOf(rest, run.source());
            assertThat(mappingOf(rest, run.target())).isEqualTo(mapping);
            Stream.of(run.source(), run.target()).forEach(index -> rest.post("/" + index + "/_refresh", ""));
            Map<String, String> types = types("", mapping);
            assertThat(types).hasSizeGreaterThan(FIELDS / 4);
            assertSameFound(
                    run,
                    types.keySet().stream().flatMap(MappingStormTest::exists).toList(),
                    0);
            List<String> terms = terms(rest, run.source(), types);
            assertThat(terms).hasSizeGreaterThan(SAMPLED);
            assertSameFound(run, terms, 1);
        }
    }

    /// What the watch of both mappings costs while nothing changes: requests by what they are, with the size of their
    /// answers.
    private static void printCost(CopyRun run) throws InterruptedException {
        Map<String, LongAdder> asked = new ConcurrentHashMap<>();
        Servers.cluster()
                .proxies()
                .forEach(proxy -> proxy.hold(
                        Direction.REQUEST,
                        request -> {
                            if (request.startsWith("GET ")
                                    && (request.contains("/_cluster/state/") || request.contains("/_mapping"))) {
                                asked.computeIfAbsent(request, _ -> new LongAdder())
                                        .increment();
                            }
                            return false;
                        },
                        1));
        TimeUnit.SECONDS.sleep(IDLE_SECONDS);
        Map<String, LongAdder> counted = new TreeMap<>(asked);
        Servers.cluster().clear();
        counted.forEach((request, count) ->
                System.out.printf("storm: idle: %.2f/s %s%n", (double) count.sum() / IDLE_SECONDS, request));
        String each = "metadata.indices.*.";
        String versions = each + "mapping_version," + each + "settings_version," + each + "settings.index.uuid";
        for (String parts : List.of(versions, versions + "," + each + "settings," + each + "mappings")) {
            int size = run.rest()
                    .get("/_cluster/state/metadata/" + run.source() + "?filter_path=" + parts)
                    .toString()
                    .length();
            System.out.printf("storm: idle: %,d bytes for %s%n", size, parts);
        }
    }

    private static List<String> names(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(n -> n % 100 == 0 ? "nest_" + n : n % 10 == 0 ? "o" + n : "f" + n)
                .toList();
    }

    /// Half of the time with all clients at once.
    ///
    /// @return how many documents the source has taken
    private static int storm(Rest rest, String index, List<String> names, int half) throws InterruptedException {
        int[] taken = new int[CLIENTS];
        List<Throwable> troubles = Collections.synchronizedList(new ArrayList<>());
        long until = System.nanoTime() + TIME.toNanos() / 2;
        List<Thread> clients = IntStream.range(0, CLIENTS)
                .mapToObj(client -> Thread.ofPlatform().start(() -> {
                    try {
                        Random random = new Random(half * 1000L + client);
                        for (int bulk = 0; bulk == 0 || System.nanoTime() < until; bulk++) {
                            taken[client] += send(rest, index, bulk(random, names, half + "-" + client + "-" + bulk));
                            Thread.sleep(200);
                        }
                    } catch (InterruptedException | RuntimeException | AssertionError e) {
                        troubles.add(e);
                    }
                }))
                .toList();
        for (Thread client : clients) {
            client.join();
        }
        assertThat(troubles).isEmpty();
        return IntStream.of(taken).sum();
    }

    private static String bulk(Random random, List<String> names, String prefix) {
        StringBuilder bulk = new StringBuilder();
        for (int n = 0; n < 5; n++) {
            bulk.append("{\"index\":{\"_id\":\"")
                    .append(prefix)
                    .append('-')
                    .append(n)
                    .append("\"}}\n");
            bulk.append("{\"client\":\"").append(prefix).append('"');
            new TreeSet<>(List.of(
                            random.nextInt(names.size()),
                            random.nextInt(names.size()),
                            random.nextInt(names.size()) / 2))
                    .forEach(name -> bulk.append(",\"")
                            .append(names.get(name))
                            .append("\":")
                            .append(value(random, names.get(name))));
            bulk.append("}\n");
        }
        return bulk.toString();
    }

    private static String value(Random random, String name) {
        if (!name.startsWith("f")) {
            return "{\"in\":" + plain(random) + "}";
        }
        return plain(random);
    }

    /// Whichever comes first says what the field is.
    private static String plain(Random random) {
        int n = random.nextInt(50);
        return switch (random.nextInt(6)) {
            case 0 -> "" + n;
            case 1 -> n + ".5";
            case 2 -> n % 2 == 0 ? "true" : "\"false\"";
            case 3 -> String.format(Locale.ROOT, "\"2026-01-%02d\"", 1 + n % 28);
            case 4 -> "\"" + n + "\"";
            default -> "\"word" + n + " and others\"";
        };
    }

    /// How many were taken; what does not fit the type that another client's document has given a field is not.
    private static int send(Rest rest, String index, String bulk) {
        Rest.Answer answer = rest.send("POST", "/" + index + "/_bulk", bulk);
        assertThat(answer.isOk()).as(answer.toString()).isTrue();
        int taken = 0;
        for (JsonNode item : answer.body().path("items")) {
            int status = item.path("index").path("status").asInt();
            assertThat(status).as(item.toString()).isIn(201, 400);
            taken += status == 201 ? 1 : 0;
        }
        return taken;
    }

    private static JsonNode mappingOf(Rest rest, String index) {
        ObjectNode mapping =
                (ObjectNode) rest.get("/" + index + "/_mapping").path(index).path("mappings");
        mapping.remove("_meta");
        if (!mapping.has("dynamic")) {
            mapping.put("dynamic", "true");
        }
        return mapping;
    }

    private static List<String> mapped(JsonNode mapping) {
        return mapping.path("properties")
                .propertyStream()
                .filter(field -> !field.getKey().equals("client"))
                // An object may have been the last that was let in, without what is in it.
                .filter(field -> field.getKey().startsWith("f")
                        || field.getValue().path("properties").has("in"))
                .map(Map.Entry::getKey)
                .toList();
    }

    /// Types of fields that have values of their own, by full name.
    private static Map<String, String> types(String above, JsonNode definition) {
        Map<String, String> types = new TreeMap<>();
        for (String part : List.of("properties", "fields")) {
            definition.path(part).propertyStream().forEach(field -> {
                String name = above + field.getKey();
                String type = field.getValue().path("type").asString("object");
                if (!type.equals("object") && !type.equals("nested")) {
                    types.put(name, type);
                }
                types.putAll(types(name + ".", field.getValue()));
            });
        }
        return types;
    }

    /// Of a field that every document has, a query for the documents of each client: more than a search gives
    /// have it.
    private static Stream<String> exists(String field) {
        String exists = inNest(field, "{\"exists\":{\"field\":\"" + field + "\"}}");
        return field.equals("client")
                ? Stream.of(1, 2)
                        .flatMap(half -> IntStream.range(0, CLIENTS).mapToObj(client -> half + "-" + client + "-"))
                        .map(prefix -> "{\"bool\":{\"filter\":[%s,{\"prefix\":{\"client\":\"%s\"}}]}}"
                                .formatted(exists, prefix))
                : Stream.of(exists);
    }

    private static String inNest(String field, String query) {
        return field.startsWith("nest_")
                ? "{\"nested\":{\"path\":\"%s\",\"query\":%s}}".formatted(field.split("\\.", 2)[0], query)
                : query;
    }

    /// For some values of each type a query that must find their documents.
    private static List<String> terms(Rest rest, String index, Map<String, String> types) {
        JsonNode hits = rest.post(
                        "/" + index + "/_search",
                        "{\"size\":5000,\"query\":{\"function_score\":{\"random_score\":{}}}}")
                .path("hits")
                .path("hits");
        Map<String, List<String>> queries = new TreeMap<>();
        for (JsonNode hit : hits) {
            hit.path("_source").propertyStream().forEach(member -> {
                String name = member.getValue().isObject() ? member.getKey() + ".in" : member.getKey();
                JsonNode value =
                        member.getValue().isObject() ? member.getValue().path("in") : member.getValue();
                String field = "text".equals(types.get(name)) ? name + ".keyword" : name;
                List<String> ofType = queries.computeIfAbsent(types.getOrDefault(field, ""), _ -> new ArrayList<>());
                // A field of whole numbers indexes those only, whatever documents say.
                boolean isFound = !"long".equals(types.get(field)) || value.isIntegralNumber();
                if (types.containsKey(field) && isFound && ofType.size() < SAMPLED) {
                    ofType.add(inNest(field, "{\"term\":{\"" + field + "\":" + value + "}}"));
                }
            });
        }
        assertThat(queries.keySet()).contains("long", "float", "boolean", "date", "keyword");
        return queries.values().stream().flatMap(List::stream).toList();
    }

    private static void assertSameFound(CopyRun run, List<String> queries, int least) {
        for (int from = 0; from < queries.size(); from += SEARCHES_AT_ONCE) {
            List<String> some = queries.subList(from, Math.min(queries.size(), from + SEARCHES_AT_ONCE));
            List<Set<String>> there = found(run.rest(), run.source(), some);
            List<Set<String>> here = found(run.rest(), run.target(), some);
            for (int query = 0; query < some.size(); query++) {
                assertThat(here.get(query)).as(some.get(query)).isEqualTo(there.get(query));
                assertThat(here.get(query)).as(some.get(query)).hasSizeGreaterThanOrEqualTo(least);
            }
        }
    }

    private static List<Set<String>> found(Rest rest, String index, List<String> queries) {
        StringBuilder body = new StringBuilder();
        queries.forEach(
                query -> body.append("{}\n{\"size\":10000,\"track_total_hits\":true,\"_source\":false,\"query\":")
                        .append(query)
                        .append("}\n"));
        List<Set<String>> all = new ArrayList<>();
        for (JsonNode answer :
                rest.post("/" + index + "/_msearch", body.toString()).path("responses")) {
            assertThat(answer.path("_shards").path("failed").asInt(-1))
                    .as(answer.toString())
                    .isZero();
            Set<String> ids = new TreeSet<>();
            answer.path("hits")
                    .path("hits")
                    .forEach(hit -> ids.add(hit.path("_id").asString("")));
            assertThat(ids)
                    .hasSize(answer.path("hits").path("total").path("value").asInt(-1));
            all.add(ids);
        }
        assertThat(all).hasSameSizeAs(queries);
        return all;
    }
}
