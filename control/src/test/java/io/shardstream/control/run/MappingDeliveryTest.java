package io.shardstream.control.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.target.MappingChange;
import io.shardstream.control.index.target.MappingComparison;
import io.shardstream.control.run.MappingDelivery.Refused;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MappingDeliveryTest {
    private static final int MANY = 1_000;

    private final MemoryMapping target = new MemoryMapping("t", "{'properties':{}}");

    @Test
    void whatIsTakenIsAskedForOnce() throws Exception {
        assertThat(deliver(fields("new", "long", MANY), change -> false, false)).isEmpty();
        assertThat(target.asked).isEqualTo(1);
        assertThat(target.mapping.path("properties")).hasSize(MANY);
    }

    /// Each request is a change of the target's cluster state, which all its nodes acknowledge.
    @Test
    void oneThatIsRefusedAmongManyIsFoundByHalves() throws Exception {
        target.refuses("odd");
        List<MappingChange> wanted = changes(fields("new", "long", MANY), "'bad':{'type':'odd'}");
        assertThat(deliver(wanted, change -> false, false))
                .singleElement()
                .extracting(Refused::text)
                .isEqualTo("bad: no handler for odd");
        assertThat(target.asked).isLessThan(30);
        assertThat(target.mapping.path("properties")).hasSize(MANY);
    }

    @Test
    void manyThatAreRefusedCostLittleMoreThanARequestEach() throws Exception {
        target.refuses("odd");
        assertThat(deliver(fields("f", "odd", 100), change -> false, false)).hasSize(100);
        assertThat(target.asked).isBetween(101, 170);
    }

    /// One new field costs no more where thousands are left.
    @Test
    void whatWasRefusedBeforeIsNotAskedForWithWhatIsNew() throws Exception {
        target.refuses("odd");
        List<MappingChange> wanted = changes(fields("f", "odd", MANY), "'good':{'type':'long'}");
        List<Refused> refused = deliver(wanted, change -> !change.name().equals("good"), false);
        assertThat(refused).hasSize(MANY);
        assertThat(refused).extracting(Refused::reason).containsOnly("refused then", "no handler for odd");
        assertThat(target.mapping.path("properties").has("good")).isTrue();
        assertThat(target.asked).isEqualTo(1 + 32 + 1);
        assertThat(target.changes.getFirst().path("properties").propertyNames()).containsExactly("good");
    }

    @Test
    void whatWasRefusedBeforeAndIsTakenNowIsThere() throws Exception {
        assertThat(deliver(fields("old", "long", MANY), change -> true, true)).isEmpty();
        assertThat(target.mapping.path("properties")).hasSize(MANY);
        assertThat(target.asked).isEqualTo(3);
    }

    @Test
    void oneOfThemThatIsTakenNowIsFoundAmongAFew() throws Exception {
        target.refuses("odd");
        List<MappingChange> wanted = changes("'f':{'type':'odd'},'g':{'type':'odd'},'h':{'type':'odd'},"
                + "'i':{'type':'date'},'j':{'type':'odd'},'k':{'type':'odd'}");
        assertThat(deliver(wanted, change -> true, false)).hasSize(5);
        assertThat(target.mapping.path("properties").propertyNames()).containsExactly("i");
    }

    @Test
    void aTargetThatTakesNoChangeAtAllIsAskedTwice() {
        target.isLocked = true;
        assertThatThrownBy(() -> deliver(fields("new", "long", MANY), change -> false, false))
                .isInstanceOf(ElasticException.Malformed.class)
                .hasMessageContaining("the target refuses a change of its mapping: Limit");
        assertThat(target.asked).isEqualTo(2);
    }

    private List<Refused> deliver(List<MappingChange> wanted, Predicate<MappingChange> wasRefused, boolean isBlocked)
            throws ElasticException {
        target.settings.put("index.mapping.total_fields.limit", MemoryMapping.text("99999"));
        return new MappingDelivery(target, target.now(), false, "w", () -> {})
                .deliver(
                        wanted,
                        change -> wasRefused.test(change) ? Optional.of("refused then") : Optional.empty(),
                        isBlocked);
    }

    private List<MappingChange> fields(String name, String type, int number) {
        return changes(IntStream.range(0, number)
                .mapToObj(i -> "'" + name + i + "':{'type':'" + type + "'}")
                .collect(Collectors.joining(",")));
    }

    private List<MappingChange> changes(String fields) {
        return MappingComparison.whole(MemoryMapping.json("{'properties':{" + fields + "}}"), target.mapping);
    }

    private List<MappingChange> changes(List<MappingChange> some, String more) {
        return Stream.concat(some.stream(), changes(more).stream()).toList();
    }
}
