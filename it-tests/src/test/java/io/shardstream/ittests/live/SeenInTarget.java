package io.shardstream.ittests.live;

import io.shardstream.cli.load.Latencies;
import io.shardstream.cli.load.Operation;
import io.shardstream.cli.load.OperationListener;
import io.shardstream.cli.load.Outcome;
import io.shardstream.cli.load.Result;
import io.shardstream.ittests.server.Rest;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tools.jackson.databind.JsonNode;

/// Measures how long after its acknowledgement each insert of a load is found by a search of the target. The target is
/// searched again and again, so a time is too long by up to the time between two searches.
final class SeenInTarget implements OperationListener {
    private static final long NANOS_IN_MICRO = 1000;
    private static final long NANOS_IN_MILLI = 1_000_000;
    private static final Pattern OPERATION = Pattern.compile("\"id\":\"([a-z]+-)\\d+\",\"op\":(\\d+)");
    private static final long PAUSE_NANOS = 20_000_000;

    private final Rest rest;
    private final String target;
    private final String ids;
    private final Map<Long, Long> acknowledged = new ConcurrentHashMap<>();
    private final BitSet seen = new BitSet();
    private final Latencies latencies = new Latencies();
    private int floor;
    private long searches;

    /// @param ids the prefix of the load's ids
    SeenInTarget(Rest rest, String target, String ids) {
        this.rest = rest;
        this.ids = ids;
        this.target = target;
    }

    @Override
    public void ended(Operation operation, Result result, long at) {
        if (result.outcome() == Outcome.OK) {
            acknowledged.put(operation.number(), at);
        }
    }

    /// Searches until that many operations have been found.
    Latencies await(int operations) {
        while (seen.cardinality() < operations) {
            search();
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return latencies;
    }

    /// How long after the acknowledgement of its insert each record was made.
    ///
    /// @param records of the docs topic, with the times at which their producer made them
    Latencies untilMade(List<ConsumerRecord<byte[], byte[]>> records) {
        long epoch = System.currentTimeMillis() * NANOS_IN_MILLI - System.nanoTime();
        Latencies made = new Latencies();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            Matcher operation = OPERATION.matcher(new String(record.value(), StandardCharsets.UTF_8));
            if (operation.find() && operation.group(1).equals(ids)) {
                long at = acknowledged.getOrDefault(Long.valueOf(operation.group(2)), 0L) + epoch;
                made.add((record.timestamp() * NANOS_IN_MILLI - at) / NANOS_IN_MICRO);
            }
        }
        return made;
    }

    long searches() {
        return searches;
    }

    private void search() {
        JsonNode answer = rest.post("/" + target + "/_search", """
                {"size": 10000, "query": {"bool": {"filter": [
                  {"prefix": {"id.keyword": "%s"}}, {"range": {"op": {"gt": %d}}}]}},
                 "_source": false, "stored_fields": "_none_", "docvalue_fields": ["op"], "track_total_hits": false}""".formatted(ids, floor));
        long now = System.nanoTime();
        searches++;
        for (JsonNode hit : answer.at("/hits/hits")) {
            int operation = hit.at("/fields/op/0").asInt();
            Long at = acknowledged.get((long) operation);
            // One that is found before its answer has come is counted by a later search.
            if (at != null && !seen.get(operation)) {
                seen.set(operation);
                latencies.add((now - at) / NANOS_IN_MICRO);
            }
        }
        floor = seen.nextClearBit(1) - 1;
    }
}
