package io.shardstream.control.run.condition;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.meaning.MeaningDifference;
import io.shardstream.control.compare.meaning.MeaningReport;
import io.shardstream.control.compare.meaning.UnfinishedComparisonException;
import io.shardstream.control.index.difference.FieldConsent;
import io.shardstream.control.run.block.Steps;
import io.shardstream.control.run.equality.Equality;
import io.shardstream.control.run.equality.Searches;
import java.io.Serial;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/// What production's searches would find differently after the swap, as conditions of a cut-over: one for
/// each field, by its name. Compared while both sides move, and not under the block.
///
/// @param report what was found
/// @param accepted names of fields that may differ, and [FieldConsent#NOT_COMPARED]
/// @param unanswered why there was no answer to compare
public record MeaningCondition(MeaningReport report, Set<String> accepted, Optional<String> unanswered) {
    /// Production goes on meanwhile. A thousand million documents with hundreds of fields are counted in less.
    static final Duration LIMIT = Duration.ofHours(1);

    private static final int MOST_NAMED = 5;
    /// How often it is begun anew: it asks production's index hundreds of times.
    private static final int TRIES = 3;

    public MeaningCondition {
        accepted = Set.copyOf(accepted);
    }

    /// Compares, as a step of a cut-over; empty if nothing compares searches here, or documents differ already.
    ///
    /// @param verdict on the documents
    public static Optional<MeaningCondition> of(
            Steps steps, Equality equality, Equality.Verdict verdict, Set<String> accepted) throws Exception {
        Optional<Searches> searches = equality.searches();
        if (searches.isEmpty() || !verdict.isEqual()) {
            return Optional.empty();
        }
        // Of all tries together.
        Instant end = steps.now().plus(LIMIT);
        AtomicInteger tries = new AtomicInteger();
        List<MeaningDifference> believed = new ArrayList<>();
        return Optional.of(steps.take("compare what searches find", () -> {
            boolean isLast = tries.incrementAndGet() >= TRIES;
            MeaningCondition condition = compare(searches.get(), steps, verdict, accepted, end, believed, isLast);
            return Optional.of(new Steps.Taken<>(condition, condition.sentence()));
        }));
    }

    /// Who may not ask what is asked here, or gets no answer for long, learns nothing more of what searches
    /// find.
    ///
    /// @param believed differences that were found before a failure, of all tries
    /// @param isLast whether it is not begun anew after an answer that is of no use
    private static MeaningCondition compare(
            Searches searches,
            Steps steps,
            Equality.Verdict verdict,
            Set<String> accepted,
            Instant end,
            List<MeaningDifference> believed,
            boolean isLast)
            throws Exception {
        try {
            MeaningReport report = searches.compare(verdict.report(), time -> {
                if (steps.now().isAfter(end)) {
                    throw new TooLong();
                }
                steps.sleeper().sleep(time);
            });
            return new MeaningCondition(report, accepted, Optional.empty());
        } catch (UnfinishedComparisonException e) {
            believed.clear();
            believed.addAll(e.differences());
            return ended(e.failure(), believed, accepted, isLast);
        } catch (ElasticException | NotPrimaryException | TooLong e) {
            return ended(e, believed, accepted, isLast);
        }
    }

    /// @throws Exception the failure, if the comparison is to be begun anew for it, or the cut-over to end
    private static MeaningCondition ended(
            Exception failure, List<MeaningDifference> believed, Set<String> accepted, boolean isLast)
            throws Exception {
        String why = switch (failure) {
            case TooLong _ -> "it took longer than " + LIMIT.toMinutes() + " minutes";
            case ElasticException.Refused refused when isLast || !refused.isOfTheMoment() -> refused.inSentence();
            case ElasticException unusable when isLast -> unusable.inSentence();
            case NotPrimaryException moved when isLast -> String.valueOf(moved.getMessage());
            default -> throw failure;
        };
        return new MeaningCondition(MeaningReport.unfinished(believed, why), accepted, Optional.of(why));
    }

    /// Ends a comparison that takes too long.
    private static final class TooLong extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;
    }

    /// Names by which what differs is accepted.
    public Set<String> names() {
        Set<String> names = report.differences().stream()
                .map(MeaningDifference::consent)
                .collect(Collectors.toCollection(TreeSet::new));
        if (unanswered.isPresent()) {
            names.add(FieldConsent.NOT_COMPARED);
        }
        return names;
    }

    private Set<String> unaccepted() {
        Set<String> names = new TreeSet<>(names());
        names.removeAll(accepted);
        return names;
    }

    /// Why production must not be moved, a part of a sentence for each field that is not accepted.
    List<String> problems() {
        return report.differences().stream()
                .filter(difference -> !accepted.contains(difference.consent()))
                .map(difference -> (difference.isOfAlias() ? "" : "field ") + difference.sentence())
                .toList();
    }

    /// All of them as a part of a sentence; empty if there are none.
    public Optional<String> refusal() {
        List<String> problems = problems();
        String differ = problems.isEmpty()
                ? ""
                : "searches find other documents or values in the target: " + String.join("; ", problems);
        if (unanswered.isPresent() && !accepted.contains(FieldConsent.NOT_COMPARED)) {
            return Optional.of("what searches find could not be compared" + (report.isClean() ? "" : " to the end")
                    + ": " + unanswered.get() + (differ.isEmpty() ? "" : ". Until then: " + differ));
        }
        return differ.isEmpty() ? Optional.empty() : Optional.of(differ);
    }

    public String remedy() {
        String accept = DifferenceConsent.options(unaccepted());
        if (unanswered.isEmpty() || !problems().isEmpty()) {
            return "'verify --meaning' shows them. To go on all the same, accept each by name: " + accept
                    + "; --force goes on with all of it.";
        }
        return (report.isClean() ? "Nothing is known to differ. Try again" : "Try again")
                + ", or go on without that comparison: " + accept;
    }

    /// What was compared and what was not, as a part of a sentence.
    String sentence() {
        if (report.untold().containsKey(MeaningReport.ALL)) {
            String why = report.untold().get(MeaningReport.ALL);
            return report.isClean()
                    ? "what searches find was not compared: " + why
                    : names(report.differences()) + " differ by what searches find, which was not compared to the end: "
                            + why;
        }
        String compared = NumberText.of(report.fields(), "field") + " and "
                + NumberText.of(report.sampled(), "document") + " compared by what searches find, "
                + (report.isClean() ? "no difference" : names(report.differences()) + " differ");
        return compared + ofOthers();
    }

    /// The same as a whole sentence with a space behind it.
    public String told() {
        String sentence = sentence();
        return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + ". ";
    }

    private String ofOthers() {
        String others = report.unsettled().isEmpty()
                ? ""
                : ", " + NumberText.of(report.unsettled().size(), "difference") + " that writes may explain";
        return report.untold().isEmpty()
                ? others
                : others + ", " + NumberText.count(report.untold().size())
                        + " not compared, which 'verify --meaning' names";
    }

    private static String names(List<MeaningDifference> differences) {
        TreeSet<String> names =
                differences.stream().map(MeaningDifference::field).collect(Collectors.toCollection(TreeSet::new));
        return names.stream().limit(MOST_NAMED).map(name -> "'" + name + "'").collect(Collectors.joining(", "))
                + (names.size() > MOST_NAMED ? " ..." : "");
    }
}
