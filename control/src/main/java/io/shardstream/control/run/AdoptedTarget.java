package io.shardstream.control.run;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.Adopted;
import io.shardstream.common.contract.record.SourceTerms;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.BlockedException;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.verify.Kind;
import io.shardstream.control.compare.verify.Verification;
import io.shardstream.control.compare.verify.VerificationOptions;
import io.shardstream.control.compare.verify.VerificationReport;
import io.shardstream.control.run.cutover.RememberedDifferences;
import io.shardstream.control.state.controller.ControllerEpoch;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Compares a target that another run has filled with the source, and has published again what is missing or
/// older and deleted what is too much, before the copy counts as complete. Until that has been written down
/// it is done again by whoever controls the run.
final class AdoptedTarget {
    private static final Logger LOG = LoggerFactory.getLogger(AdoptedTarget.class);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Verifications verifications;
    private final Terms terms;
    private final BooleanSupplier mayBegin;
    private final InstantSource clock;
    private final LongerPauses pauses = new LongerPauses();
    private Instant next = Instant.MIN;

    /// Makes a comparison that knows of which source shards all bytes are to be compared.
    @FunctionalInterface
    interface Verifications {
        Verification now() throws ElasticException;
    }

    /// Tells the source's primary terms.
    @FunctionalInterface
    interface Terms {
        SourceTerms now() throws ElasticException;
    }

    /// @param mayBegin whether the limits of the run let a comparison begin
    AdoptedTarget(Verifications verifications, Terms terms, BooleanSupplier mayBegin, InstantSource clock) {
        this.mayBegin = mayBegin;
        this.verifications = verifications;
        this.terms = terms;
        this.clock = clock;
    }

    /// Whether the target was not adopted, or has been found equal. Compares if it must and may; a try that
    /// fails is made up for by a later one, each after a longer pause.
    ///
    /// @throws BlockedException if the target holds what this run can neither explain nor mend
    boolean isEqual(ControllerEpoch term) throws InterruptedException {
        Optional<Adopted> adopted = term.read(Adopted.KEY, Adopted::decode);
        if (adopted.isEmpty() || adopted.get().compared()) {
            return true;
        }
        if (term.isPaused() || clock.instant().isBefore(next) || !mayBegin.getAsBoolean()) {
            return false;
        }
        boolean isEqual = false;
        Instant begun = clock.instant();
        try {
            isEqual = compare(adopted.get(), term);
        } catch (ElasticException | NotPrimaryException | NotDrainedException | RetriableException e) {
            LOG.warn("The adopted target is compared again later: {}", e.getMessage());
        }
        Instant ended = clock.instant();
        next = ended.plus(pauses.after(Duration.between(begun, ended)));
        return isEqual;
    }

    private boolean compare(Adopted adopted, ControllerEpoch term)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        SourceTerms before = terms.now();
        LOG.info("The adopted target is compared with its source, and mended where it differs");
        Set<Integer> different = RememberedDifferences.shards(term);
        Verification verification = verifications.now().wholeToo(different);
        VerificationReport report = null;
        try {
            report = verification.run(VerificationOptions.online(PATIENCE).withRepair(true), _ -> {});
        } finally {
            // Another try draws another sample.
            RememberedDifferences.remember(term, different, verification.differentAfter(different, report));
        }
        requireMendable(report, term.plan().targetIndex());
        if (!report.isClean()) {
            LOG.warn(
                    "The adopted target differs in {} after {} were mended ({}): it is compared again",
                    NumberText.of(report.differences(), "document"),
                    report.repaired(),
                    report.firstNamed(_ -> true));
            return false;
        }
        term.write(Map.of(Adopted.KEY, adopted.equal(report.repaired()).encode(), SourceTerms.KEY, before.encode()));
        LOG.info(
                "The adopted target is equal to its source: {} compared, {} published again or deleted",
                NumberText.of(report.sourceDocuments(), "document"),
                report.repaired());
        return true;
    }

    private static void requireMendable(VerificationReport report, String index) {
        long strange = Arrays.stream(Kind.values())
                .filter(AdoptedTarget::isStrange)
                .mapToLong(report::count)
                .sum();
        if (strange > 0) {
            String some = report.firstNamed(AdoptedTarget::isStrange);
            throw new BlockedException("The adopted target '" + index + "' holds " + NumberText.of(strange, "document")
                    + " that this run can neither explain nor mend (" + some + ")"
                    + ". A client may have written to it. Begin a run with a new target.");
        }
        long unread = report.count(Kind.NOT_COMPARED);
        if (unread > 0) {
            throw new BlockedException("The adopted target '" + index + "' holds " + NumberText.of(unread, "document")
                    + " with more than 'docs.max-document', or that a server cannot return ("
                    + report.firstNamed(kind -> kind == Kind.NOT_COMPARED)
                    + "), so that the bytes of both sides cannot be compared. Raise 'docs.max-document' to the value"
                    + " that the lost run had, and begin the run again under another name. If it had no higher one,"
                    + " begin a run with a new target.");
        }
    }

    private static boolean isStrange(Kind kind) {
        return kind.differs() && !kind.isRepairable() && kind != Kind.NOT_COMPARED;
    }
}
