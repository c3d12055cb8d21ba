package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.numbers.Numbers;
import io.shardstream.control.meaning.MeaningDifference;
import io.shardstream.control.meaning.MeaningReport;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What production's searches would find differently after the swap, as conditions of a cut-over: one for each field,
/// by its name. Compared while both sides move, and not under the block.
///
/// @param report what was found
/// @param accepted names of fields that may differ
record MeaningCondition(MeaningReport report, Set<String> accepted) {
    /// What was accepted when nobody was asked: no option of a cut-over names fields yet, so
    /// [Beginning] passes this, and `--force` alone goes on.
    static final Set<String> NOTHING = Set.of();

    static final String REMEDY =
            "'verify --meaning' shows them. --accept-difference '<field>' accepts a field, --force goes on with all of it.";

    private static final int MOST_NAMED = 5;

    MeaningCondition {
        accepted = Set.copyOf(accepted);
    }

    /// Compares, as a step of a cut-over; empty if nothing compares searches here, or documents differ already.
    ///
    /// @param compared verdict on the documents
    static Optional<MeaningCondition> of(
            Steps steps, Equality equality, Optional<Equality.Verdict> compared, Set<String> accepted)
            throws Exception {
        Optional<Searches> searches = equality.searches();
        if (searches.isEmpty() || compared.filter(Equality.Verdict::isEqual).isEmpty()) {
            return Optional.empty();
        }
        Equality.Verdict verdict = compared.get();
        return Optional.of(steps.take("compare what searches find", () -> {
            MeaningCondition condition = new MeaningCondition(report(searches.get(), steps, verdict), accepted);
            return Optional.of(new Steps.Taken<>(condition, condition.sentence()));
        }));
    }

    /// Who may not ask what is asked here, or gets no answer, is not kept from cutting over, but told.
    private static MeaningReport report(Searches searches, Steps steps, Equality.Verdict verdict) throws Exception {
        try {
            return searches.compare(verdict.report(), steps.sleeper());
        } catch (ElasticException.Refused | ElasticException.Unreachable e) {
            // The latter was asked again for long enough: a count may take longer than an answer is waited for.
            return MeaningReport.nothing("the " + e.getMessage());
        }
    }

    /// Why production must not be moved, a part of a sentence for each field that is not accepted.
    List<String> problems() {
        return report.differences().stream()
                .filter(difference -> !accepted.contains(difference.field()))
                .map(difference -> "field " + difference.sentence())
                .toList();
    }

    /// All of them as a part of a sentence; empty if there are none.
    Optional<String> refusal() {
        List<String> problems = problems();
        return problems.isEmpty()
                ? Optional.empty()
                : Optional.of("searches find other documents or values in the target: " + String.join("; ", problems));
    }

    /// What was compared and what was not, as a part of a sentence.
    String sentence() {
        if (report.untold().containsKey(MeaningReport.ALL)) {
            return "what searches find was not compared: " + report.untold().get(MeaningReport.ALL);
        }
        String compared = Numbers.of(report.fields(), "field") + " and "
                + Numbers.of(report.sampled(), "document") + " compared by what searches find, "
                + (report.isClean() ? "no difference" : names(report.differences()) + " differ");
        return compared + ofOthers();
    }

    private String ofOthers() {
        String others = report.unsettled().isEmpty()
                ? ""
                : ", " + Numbers.of(report.unsettled().size(), "difference") + " that writes may explain";
        return report.untold().isEmpty()
                ? others
                : others + ", " + Numbers.count(report.untold().size())
                        + " not compared, which 'verify --meaning' names";
    }

    private static String names(List<MeaningDifference> differences) {
        TreeSet<String> names =
                differences.stream().map(MeaningDifference::field).collect(Collectors.toCollection(TreeSet::new));
        return names.stream().limit(MOST_NAMED).map(name -> "'" + name + "'").collect(Collectors.joining(", "))
                + (names.size() > MOST_NAMED ? " ..." : "");
    }
}
