package io.shardstream.common.runfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Objective;
import io.shardstream.common.contract.record.Objective.Guard;
import io.shardstream.common.contract.record.Throttle;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThrottleTextTest {
    private static final Map<String, String> ALL = Map.of(
            "per-node",
            "2mb",
            "total",
            "0b",
            "requests",
            "3",
            "hours",
            "22:00-06:00,12:00-13:30",
            "time-zone",
            "Europe/Zurich",
            "search-latency",
            "50ms",
            "cpu",
            "80%");

    @Test
    void whatIsSaidIsUnderstoodAgain() {
        assertThat(ThrottleText.of(ThrottleText.changed(Throttle.NONE, ALL))).isEqualTo(ALL);
    }

    @Test
    void whatIsNotNamedStaysAndNoneTakesAway() {
        Throttle all = ThrottleText.changed(Throttle.NONE, ALL);
        assertThat(ThrottleText.of(
                        ThrottleText.changed(all, Map.of("requests", "4", "total", "none", "hours", "none"))))
                .isEqualTo(Map.of("per-node", "2mb", "requests", "4", "search-latency", "50ms", "cpu", "80%"));
    }

    @Test
    void whoTakesTheHoursAwayLeavesNoLimit() {
        Throttle night =
                ThrottleText.changed(Throttle.NONE, Map.of("hours", "20:00-06:00", "time-zone", "Europe/Zurich"));
        assertThat(ThrottleText.changed(night, Map.of("hours", "none")).isNone())
                .isTrue();
        assertThat(ThrottleText.changed(Throttle.NONE, Map.of("time-zone", "Europe/Zurich"))
                        .isNone())
                .isTrue();
    }

    @Test
    void theGuardIsOffWhenSomebodySaysSoOrTakesItsObjectiveAway() {
        Throttle asked = ThrottleText.changed(Throttle.NONE, Map.of("cpu", "80%", "per-node", "2mb"));
        Throttle off = ThrottleText.changed(asked, Map.of("guard", "off"));

        assertThat(off.objective()).isEqualTo(Objective.OFF);
        assertThat(off.perNode()).isEqualTo(asked.perNode());
        assertThat(ThrottleText.changed(asked, Map.of("cpu", "none"))).isEqualTo(off);
        assertThat(ThrottleText.changed(off, Map.of("requests", "1")).objective())
                .isEqualTo(Objective.OFF);
        assertThat(ThrottleText.changed(off, Map.of("cpu", "80%"))).isEqualTo(asked);
    }

    @Test
    void whoSaysNothingOfTheGuardChangesNothingAboutItsDefault() {
        assertThat(guard(Map.of("per-node", "2mb"))).isEqualTo(Guard.DEFAULT);
        assertThat(guard(Map.of("search-latency", "none"))).as("it has none").isEqualTo(Guard.DEFAULT);
        assertThat(guard(Map.of("cpu", "none"))).isEqualTo(Guard.OFF);
    }

    @Test
    void aGuardThatIsOffHasNoObjective() {
        assertThatThrownBy(() -> ThrottleText.changed(Throttle.NONE, Map.of("guard", "off", "cpu", "80%")))
                .hasMessage("guard is not off with search-latency or cpu: leave it out, or set both to none");
    }

    private static Guard guard(Map<String, String> changes) {
        return ThrottleText.changed(Throttle.NONE, changes).objective().guard();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            per-node | 2 | per-node must be a size such as 8mb, got "2"
            total | 65gb | total must be 0b to 64gb, got "65gb"
            requests | 0 | requests must be 1 to 1024, got "0"
            hours | 22:00-06:00 | hours need time-zone, whose clocks they mean, such as Europe/Zurich or UTC
            hours | 22-6 | hours must be hours such as 22:00-06:00, got "22-6"
            hours | 22:00-22:00 | hours must be hours such as 22:00-06:00, got "22:00-22:00"
            hours | 22:00-24:00 | hours must be hours such as 22:00-06:00, got "22:00-24:00"
            hours | 22:00-06:00, | hours must be hours such as 22:00-06:00, got ""
            time-zone | Zürich | time-zone must be a time zone such as UTC or Europe/Zurich, got "Zürich"
            search-latency | 0ms | search-latency must be 1ms to 1m, got "0ms"
            cpu | 101% | cpu must be 1% to 100%, got "101%"
            cpu | 80 | cpu must be 1% to 100%, got "80"
            guard | none | guard must be off, got none
            """)
    void aTextThatSaysNothingIsRefusedWithASentence(String key, String text, String sentence) {
        assertThatThrownBy(() -> ThrottleText.changed(Throttle.NONE, Map.of(key, text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }
}
