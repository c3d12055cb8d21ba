package io.shardstream.control.preflight.sample;

import java.util.ArrayList;
import java.util.List;

/// The rounds of a sample. Servers that have just been started compile their code, and files that were not
/// read for long come from the disk: what a document takes falls from round to round until it has settled.
final class SampleRounds {
    /// As many rounds in a row that hardly differ are a rate.
    private static final int ALIKE = 3;
    /// The first round is never one of them.
    private static final int FEWEST = ALIKE + 1;
    /// How far from their mean they may be.
    private static final double HARDLY = 0.1;
    private static final double NANOS = 1000;

    private final int lanes;
    private final List<SampleRound> all = new ArrayList<>();

    SampleRounds(int lanes) {
        this.lanes = lanes;
    }

    /// One without documents says nothing.
    void add(SampleRound round) {
        if (round.documents() > 0) {
            all.add(round);
        }
    }

    boolean areSettled() {
        return all.size() >= FEWEST && cost(last(ALIKE)).spread() <= HARDLY;
    }

    /// Of the last rounds if they have settled, else of the later half.
    SampledCost cost() {
        return all.isEmpty() ? SampledCost.NONE : cost(last(areSettled() ? ALIKE : (all.size() + 1) / 2));
    }

    private List<SampleRound> last(int number) {
        return all.subList(all.size() - number, all.size());
    }

    private SampledCost cost(List<SampleRound> rounds) {
        long documents = rounds.stream().mapToLong(SampleRound::documents).sum();
        double read = micros(rounds.stream().mapToLong(SampleRound::read).sum(), documents);
        double written = micros(rounds.stream().mapToLong(SampleRound::written).sum(), documents);
        double spread = rounds.stream()
                .mapToDouble(round -> Math.abs(micros(round.all(), round.documents()) / (read + written) - 1))
                .max()
                .orElse(0);
        return new SampledCost(read, written, Double.isFinite(spread) ? spread : 0);
    }

    private double micros(long nanos, long documents) {
        return nanos / NANOS / lanes / documents;
    }
}
