package io.shardstream.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.bench.scale.WrittenCurve.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

class WrittenCurveTest {
    @Test
    void eachPartHasItsOwnRate() {
        List<Point> points = List.of(
                new Point(0, 0), new Point(10, 0), new Point(20, 500), new Point(25, 1000), new Point(30, 1000));
        assertThat(WrittenCurve.rates(points, 2)).containsExactly(50.0, 100.0);
    }

    @Test
    void betweenTwoPointsTheRateIsEven() {
        List<Point> points = List.of(new Point(5, 0), new Point(15, 1000));
        assertThat(WrittenCurve.rates(points, 4)).containsExactly(100.0, 100.0, 100.0, 100.0);
    }
}
