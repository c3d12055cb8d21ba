package io.shardstream.simulation.world;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.Answer;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Request;
import io.shardstream.common.contract.record.RunPhase;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.simulation.elastic.SourceCluster;
import io.shardstream.simulation.elastic.SwitchModel;
import io.shardstream.simulation.elastic.TargetModel;
import io.shardstream.simulation.kafka.KafkaModel;
import io.shardstream.simulation.kernel.Kernel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/// The end of a run by a cut-over: clients write through their alias all the time, controllers come and go,
/// answers are lost and calls arrive late, and zombies wake up.
final class CutoverPlay {
    static final String SOURCE = "source";
    static final String TARGET = "target";
    static final String CLIENTS = "prod";

    private static final Duration BETWEEN_WRITES = Duration.ofMillis(150);
    private static final Duration BETWEEN_FAULTS = Duration.ofMillis(700);
    private static final int IDS = 6;

    private final Kernel kernel;
    private final KafkaModel kafka;
    private final SourceCluster source;
    private final TargetModel target;
    private final SwitchModel cluster;
    private final TargetOracle oracle;
    private final ModelControllers controllers;
    private final Map<String, Optional<Bytes>> writtenSince = new TreeMap<>();
    private boolean clientsWrite = true;
    private boolean calm;
    private boolean swapped;
    private boolean returned;
    private boolean isLossAccepted;
    private int requests;
    private int values;

    CutoverPlay(
            Kernel kernel,
            KafkaModel kafka,
            SourceCluster source,
            TargetModel target,
            SwitchModel cluster,
            TargetOracle oracle,
            ModelControllers controllers) {
        this.kernel = kernel;
        this.kafka = kafka;
        this.source = source;
        this.target = target;
        this.cluster = cluster;
        this.oracle = oracle;
        this.controllers = controllers;
        cluster.onChange(this::look);
    }

    /// Clients go on, and somebody asks for the cut-over.
    void begin() {
        target.trouble();
        cluster.trouble(kernel.chance(0.7) ? 0.05 : 0);
        writeOn();
        ask(Request.Kind.CUTOVER);
        controllers.begin();
        controllers.begin();
        sufferOn();
    }

    /// What a target refuses is asked about by tests of their own: here everything is accepted.
    private void ask(Request.Kind kind) {
        ask(
                kind,
                kind == Request.Kind.CUTOVER || kind == Request.Kind.RELEASE
                        ? Map.of("accept-rejects", "1000")
                        : Map.of());
    }

    private void ask(Request.Kind kind, Map<String, String> options) {
        Request request = new Request("request-" + ++requests, kind, options, kernel.instant());
        put(Request.KEY, request.encode());
        kernel.trace(() -> "the operator asks: " + request.id() + " " + kind);
    }

    private void put(String key, byte[] value) {
        kafka.put(new ProducerRecord<>(Scale.TOPICS.control(), 0, key.getBytes(StandardCharsets.UTF_8), value));
    }

    private void sufferOn() {
        kernel.after(kernel.around(BETWEEN_FAULTS), () -> {
            if (calm) {
                return;
            }
            if (kernel.chance(swapped ? 0.4 : 0.15)) {
                askForAnything();
            } else {
                controllers.suffer();
            }
            sufferOn();
        });
    }

    private void askForAnything() {
        if (swapped && kernel.chance(0.8)) {
            askForTheWayBack(kernel.chance(0.5));
        } else if (swapped && kernel.chance(0.2)) {
            ask(Request.Kind.RELEASE);
        } else {
            ask(kernel.chance(0.6) ? Request.Kind.ABORT : Request.Kind.CUTOVER);
        }
    }

    private void askForTheWayBack(boolean whateverIsLost) {
        isLossAccepted |= whateverIsLost;
        ask(Request.Kind.ROLLBACK, whateverIsLost ? Map.of("lose-writes", "1000") : Map.of());
    }

    private void writeOn() {
        kernel.after(kernel.around(BETWEEN_WRITES), () -> {
            if (clientsWrite) {
                write();
                writeOn();
            }
        });
    }

    /// A client's write reaches the index that has the alias, unless it is blocked.
    private void write() {
        boolean toTarget = cluster.has(TARGET, CLIENTS);
        if (!toTarget && !cluster.isBlocked(SOURCE)) {
            source.write();
        } else if (toTarget && !cluster.isBlocked(TARGET)) {
            String id = "d" + kernel.random().nextInt(IDS);
            Bytes body = kernel.chance(0.3) ? null : Bytes.utf8("{\"t\":" + values++ + "}");
            target.writeOfClient(id, null, body);
            writtenSince.put(id, Optional.ofNullable(body));
        }
    }

    /// Looks at both indices at the moment in which production is switched.
    private void look() {
        try {
            if (!swapped && cluster.has(TARGET, CLIENTS)) {
                swapped = true;
                kernel.trace(() -> "production is switched");
                requireBlocked(SOURCE);
                oracle.requireEqual();
                target.closeToUs();
            } else if (swapped && !returned && cluster.has(SOURCE, CLIENTS)) {
                returned = true;
                kernel.trace(() -> "production is switched back");
                requireBlocked(TARGET);
                if (!isLossAccepted && !writtenSince.isEmpty()) {
                    throw new Violation("switched back although clients have written to the target");
                }
            }
        } catch (Violation violation) {
            kernel.fail(violation);
        }
    }

    private void requireBlocked(String index) {
        if (!cluster.isBlocked(index)) {
            throw new Violation("switched while the %s takes writes".formatted(index));
        }
    }

    /// Everything that goes wrong ends; the cut-over goes on.
    void calmDown() {
        calm = true;
        if (swapped && kernel.chance(0.5)) {
            askForTheWayBack(kernel.chance(0.5));
        }
        target.calmDown();
        cluster.trouble(0);
        controllers.calmDown();
    }

    /// Whether the last request has been answered, and nothing of a cut-over is half done.
    boolean isOver() {
        ControlRecords records = records();
        return records.of(Answer.key("request-" + requests), Answer::decode).isPresent()
                && !records.isIn(Phase.CUTTING_OVER);
    }

    private ControlRecords records() {
        Map<String, byte[]> values = new HashMap<>();
        for (var record : kafka.records(new TopicPartition(Scale.TOPICS.control(), 0))) {
            byte @Nullable [] value = record.value();
            String key = new String(record.key(), StandardCharsets.UTF_8);
            if (value == null) {
                values.remove(key);
            } else {
                values.put(key, value);
            }
        }
        return new ControlRecords(values);
    }

    /// Clients write no more.
    void endOfWrites() {
        clientsWrite = false;
    }

    /// Either all of it has happened, or nothing.
    ///
    /// @return what is not so, empty if all is well
    String wrong() {
        String phase = records().phase().map(RunPhase::phase).map(Phase::label).orElse("none");
        if (returned) {
            return wrongAt(SOURCE, TARGET, "aborted", phase);
        }
        if (swapped) {
            String wrong = wrongAt(TARGET, SOURCE, "completed", phase);
            return wrong.isEmpty() ? lostWrite() : wrong;
        }
        String wrong = wrongAt(SOURCE, TARGET, "catching-up", phase);
        return wrong.isEmpty() && !cluster.has(TARGET, Scale.WRITE_ALIAS) ? "the write alias is gone" : wrong;
    }

    private String wrongAt(String production, String other, String expected, String phase) {
        if (!cluster.has(production, CLIENTS) || cluster.has(other, CLIENTS)) {
            return "both have the alias, or none, or the wrong one: it should be the " + production;
        }
        if (!phase.equals(expected)) {
            return "production is on the %s, and the run is %s".formatted(production, phase);
        }
        return cluster.isBlocked(production)
                ? "production is on the %s, which takes no writes, and the run is %s".formatted(production, phase)
                : "";
    }

    private String lostWrite() {
        for (var write : writtenSince.entrySet()) {
            if (!target.document(write.getKey(), null)
                    .map(TargetModel.Held::source)
                    .equals(write.getValue())) {
                return "a client's write to the target is lost: " + write.getKey();
            }
        }
        return "";
    }
}
