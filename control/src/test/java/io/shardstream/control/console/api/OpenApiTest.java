package io.shardstream.control.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Blocked;
import io.shardstream.common.contract.record.Checkpoint;
import io.shardstream.common.contract.record.Controller;
import io.shardstream.common.contract.record.Event;
import io.shardstream.common.contract.record.GuardFindings;
import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.contract.record.Pause;
import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Step;
import io.shardstream.common.contract.record.Verified;
import io.shardstream.control.console.ledger.Accounted;
import io.shardstream.control.console.ledger.LaneAccount;
import io.shardstream.control.console.ledger.LedgerSums;
import io.shardstream.control.console.ledger.OutcomeTally;
import io.shardstream.control.console.view.BacklogView;
import io.shardstream.control.console.view.Bottleneck;
import io.shardstream.control.console.view.ControlTopicView;
import io.shardstream.control.console.view.Flow;
import io.shardstream.control.console.view.LaneView;
import io.shardstream.control.console.view.MemberView;
import io.shardstream.control.console.view.NobodyAtWork;
import io.shardstream.control.console.view.NodeLoad;
import io.shardstream.control.console.view.NodeView;
import io.shardstream.control.console.view.Rates;
import io.shardstream.control.console.view.RunView;
import io.shardstream.control.console.view.ShardView;
import io.shardstream.control.console.view.SimulatedRun;
import io.shardstream.control.console.view.TimeLeft;
import io.shardstream.control.run.cutover.RefusedWrites;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The description of the API, held against what it tells.
class OpenApiTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final Instant THEN = Instant.parse("2026-03-14T03:00:00Z");
    private static final Rates RATES = new Rates(1.5, 2, 3);
    private static final BacklogView WAITING = new BacklogView(9, 900, OptionalDouble.of(4.5));
    private static final Flow FLOW = new Flow(9, 900, RATES, RATES);
    private static final Accounted ACCOUNTED = new Accounted(new OutcomeTally(4, 3, 2, 1, 900), true);

    private final JsonNode description = description();
    private final JsonSchema schema = new JsonSchema(description);

    @Test
    void aRunOfWhichEverythingIsKnownIsAsDescribed() {
        assertThat(schema.problems("Run", json(full()))).isEmpty();
    }

    @Test
    void aRunOfWhichNothingIsKnownIsAsDescribed() {
        assertThat(schema.problems("Run", json(empty()))).isEmpty();
        assertThat(json(empty()).has("members")).as("nobody is another thing").isFalse();
    }

    @Test
    void everyFieldThatIsDescribedIsTold() {
        var _ = schema.problems("Run", json(full()));
        var _ = schema.problems("Ledger", MAPPER.readTree(LedgerJson.of("cities", ledger())));

        assertThat(schema.met()).containsAll(schema.described("Run")).containsAll(schema.described("Ledger"));
    }

    @Test
    void theLedgerIsAsDescribed() {
        assertThat(schema.problems("Ledger", MAPPER.readTree(LedgerJson.of("cities", ledger()))))
                .isEmpty();
    }

    @Test
    void aSimulatedRunIsAsDescribed() {
        SimulatedRun run = new SimulatedRun(1, 12, 3, 4);
        for (int second = 0; second < 200; second++) {
            assertThat(schema.problems("Run", json(run.next()))).isEmpty();
        }
    }

    @Test
    void aFieldThatIsNotDescribedIsFound() {
        ObjectNode run = json(full());
        run.withObject("/waiting").put("news", 1);

        assertThat(schema.problems("Run", run)).containsExactly("Run.waiting.news is not described");
    }

    @Test
    void aFieldThatIsMissingOrOfAnotherTypeIsFound() {
        ObjectNode run = json(full());
        var _ = run.remove("percent");
        run.put("at", 1);

        assertThat(schema.problems("Run", run))
                .containsExactlyInAnyOrder("Run.percent is not there", "Run.at: 1 is no \"string\"");
    }

    @Test
    void everyFieldIsDescribedByASentenceAndNoOthersAreAllowed() {
        for (Map.Entry<String, JsonNode> one :
                description.at("/components/schemas").properties()) {
            assertThat(one.getValue().path("description").asString(""))
                    .as(one.getKey())
                    .endsWith(".");
            for (Map.Entry<String, JsonNode> field :
                    one.getValue().path("properties").properties()) {
                assertThat(field.getValue().path("description").asString(""))
                        .as(one.getKey() + "." + field.getKey())
                        .matches("(?s)[`\\p{Lu}].*\\.");
            }
            if (one.getValue().path("type").asString("").equals("object")) {
                assertThat(one.getValue().path("additionalProperties").asBoolean(true))
                        .as(one.getKey())
                        .isFalse();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Phase.class)
    void everyPhaseIsDescribed(Phase phase) {
        assertThat(texts("/components/schemas/Run/properties/phase/enum")).contains(phase.label());
    }

    @Test
    void everyKindOfEventAndEveryStageIsDescribed() {
        assertThat(texts("/components/schemas/Event/properties/kind/enum"))
                .containsExactlyElementsOf(Arrays.stream(Event.Kind.values())
                        .map(Event.Kind::label)
                        .toList());
        assertThat(texts("/components/schemas/Bottleneck/properties/stage/enum"))
                .containsExactlyElementsOf(Arrays.stream(Bottleneck.Stage.values())
                        .map(Bottleneck.Stage::label)
                        .toList());
    }

    private Stream<String> texts(String pointer) {
        return description.at(pointer).valueStream().map(JsonNode::asString);
    }

    private static ObjectNode json(RunView view) {
        return (ObjectNode) MAPPER.readTree(RunViewJson.of(view));
    }

    private static JsonNode description() {
        try (InputStream in = Objects.requireNonNull(RunViewJson.class.getResourceAsStream("openapi.json"))) {
            return MAPPER.readTree(in);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static RunView full() {
        return new RunView(
                "cities",
                THEN,
                "cities-1",
                "cities-2",
                new ControlTopicView(
                        "paused",
                        "why",
                        Optional.of(new Controller(3, "host/1", THEN)),
                        Optional.of(new Pause("reason", THEN)),
                        List.of(new Blocked(Blocked.REJECTS, "too many", THEN)),
                        Optional.of(new Step("r", 3, 1, "block the source", true, "", THEN)),
                        Map.of("per-node", "5mb"),
                        List.of(new GuardFindings.Finding(Side.SOURCE, "n1", 0, true, "slow")),
                        Optional.of(new Verified(
                                "id",
                                THEN,
                                true,
                                List.of(1L),
                                List.of(2L),
                                9,
                                9,
                                9,
                                0,
                                1,
                                0,
                                Optional.of(new Verified.Rest(1, 2, 3)))),
                        Optional.of(new RefusedWrites(
                                true, "cities", Optional.of("cities-2"), THEN, "a rollback", "'rollback' goes on.")),
                        0,
                        Optional.of(new NobodyAtWork(Optional.of(THEN), false))),
                99.9,
                9,
                FLOW,
                WAITING,
                1000,
                FLOW,
                2,
                0,
                Map.of("strict_dynamic_mapping_exception", 2L),
                OptionalLong.of(5),
                Optional.of(new TimeLeft(Duration.ofSeconds(1), TimeLeft.NEVER, "lane 0")),
                new Bottleneck(Bottleneck.Stage.WRITE, "n1", "node n1 is slow"),
                Optional.of(ACCOUNTED),
                List.of(new ShardView(0, "s1", 4, OptionalLong.of(9), 5, 500, RATES, OptionalLong.empty())),
                List.of(new LaneView(0, "n1", 4, 9, WAITING, RATES, Optional.of(ACCOUNTED))),
                List.of(new NodeView(
                        "n1", List.of(0), WAITING, RATES, Optional.of(new NodeLoad(1, 2, 3, 4.5, "a full queue")))),
                Optional.of(List.of(new MemberView("writer", "host", List.of(0), "node n1: a full queue"))),
                List.of(new Event(THEN, Event.Kind.BOTTLENECK, "node n1 is slow")));
    }

    private static RunView empty() {
        Flow nothing = new Flow(0, 0, Rates.NONE, Rates.NONE);
        BacklogView unmoved = new BacklogView(1, 1, OptionalDouble.empty());
        return new RunView(
                "cities",
                THEN,
                "",
                "",
                new ControlTopicView(
                        "backfill",
                        "",
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Map.of(),
                        List.of(),
                        Optional.empty()),
                0,
                0,
                nothing,
                unmoved,
                0,
                nothing,
                0,
                0,
                Map.of(),
                OptionalLong.empty(),
                Optional.empty(),
                Bottleneck.NONE,
                Optional.empty(),
                List.of(new ShardView(0, "", -1, OptionalLong.empty(), 0, 0, Rates.NONE, OptionalLong.empty())),
                List.of(new LaneView(0, "", 0, 0, unmoved, Rates.NONE, Optional.empty())),
                List.of(new NodeView("", List.of(), unmoved, Rates.NONE, Optional.empty())),
                Optional.empty(),
                List.of());
    }

    private static LedgerSums ledger() {
        LaneAccount lane = new LaneAccount();
        lane.add(new Outcome(0, 0, 9, 6, 2, 1, 900, 1, "http://127.0.0.1:9200"));
        return new LedgerSums(
                List.of(9L, 0L), Map.of(0, lane), Map.of(1, new Checkpoint("t", "i", "h", 1, 20, 9, 900)), Map.of());
    }
}
