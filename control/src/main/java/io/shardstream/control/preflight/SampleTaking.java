package io.shardstream.control.preflight;

import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.TemplateAdditions;
import io.shardstream.control.index.target.TemplateRules;
import io.shardstream.control.preflight.sample.CopySample;
import io.shardstream.control.preflight.sample.DocumentWriting;
import io.shardstream.control.preflight.sample.RefusalFindings;
import io.shardstream.control.preflight.sample.SampleLimits;
import io.shardstream.control.preflight.sample.SampleResult;
import io.shardstream.control.preflight.sample.SampleSearch;
import io.shardstream.control.preflight.sample.TrialIndex;
import io.shardstream.control.preflight.sample.Windows;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.FindingList;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// Takes the sample that a survey may take, and leaves nothing behind without saying so.
final class SampleTaking {
    /// A sample shall not hold up production's searches and writes.
    private static final int MOST_LANES = 8;

    private static final long MOST_DOCUMENTS = 200_000;

    private final ElasticCluster source;
    private final ElasticCluster target;
    private final SampleWish wish;
    private final LongSupplier nanoTime;
    private final BooleanSupplier stopped;
    private final FindingList findings;

    SampleTaking(
            ElasticCluster source,
            ElasticCluster target,
            SampleWish wish,
            LongSupplier nanoTime,
            BooleanSupplier stopped,
            FindingList findings) {
        this.source = source;
        this.target = target;
        this.wish = wish;
        this.nanoTime = nanoTime;
        this.stopped = stopped;
        this.findings = findings;
    }

    /// Empty, and told, if none was taken.
    Optional<SampleResult> take(SourceFacts from, Optional<TargetFacts> to, SurveySettings settings) {
        if (wish.time().isZero() || from.shards().isEmpty() || from.documents() == 0) {
            return Optional.empty();
        }
        Optional<SampleResult> sample = wish.tryWriting() && to.isPresent()
                ? copied(from, to.get(), settings)
                : sample(from, Optional.empty(), settings);
        sample.ifPresent(taken -> findings.addAll(RefusalFindings.of(taken)));
        return sample;
    }

    private Optional<SampleResult> copied(SourceFacts from, TargetFacts to, SurveySettings settings) {
        String name = TrialIndex.nameFor(to.target().name(), wish.random());
        Optional<TemplateAdditions> templates = apart(name);
        if (templates.isEmpty()) {
            return sample(from, Optional.empty(), settings);
        }
        boolean mayBeThere = true;
        boolean mayCome = false;
        try {
            TrialIndex trial = TrialIndex.create(target, to.target(), name);
            return sample(from, Optional.of(trial), settings);
        } catch (RunRefusedException e) {
            mayBeThere = false;
            refused(String.valueOf(e.getMessage()), templates.get());
        } catch (ElasticException e) {
            mayCome = TrialIndex.mayBeCarriedOut(e);
            mayBeThere = mayCome;
            findings.add(Finding.unknown(
                    FindingCode.SPEED_UNKNOWN,
                    "how fast the target takes documents, and which it refuses (" + e.getMessage() + ")."));
        } finally {
            if (mayBeThere) {
                delete(name, mayCome);
            }
        }
        return sample(from, Optional.empty(), settings);
    }

    /// The target itself may have been found to be refused before.
    private void refused(String sentence, TemplateAdditions templates) {
        if (!findings.has(FindingCode.TARGET_CREATION_REFUSED)) {
            findings.add(Finding.blocks(
                    FindingCode.TARGET_CREATION_REFUSED, sentence, TemplateRules.adviceOfRefusal(templates, sentence)));
        }
    }

    /// What templates add to the throw-away index, if nobody would search or write it by an alias; empty, and
    /// told, if somebody would, or that is not known. Searches by an alias find a hidden index too, and an
    /// alias of two indices takes no writes at all unless one is named for them.
    private Optional<TemplateAdditions> apart(String name) {
        try {
            TemplateAdditions templates = TemplateAdditions.of(target, name, true);
            Set<String> aliases = new TreeSet<>(templates.aliases());
            if (aliases.isEmpty()) {
                return Optional.of(templates);
            }
            findings.add(Finding.warns(
                    FindingCode.TRIAL_NOT_ISOLATED,
                    "Nothing was written to try the target: an index template would give the throw-away index '" + name
                            + "' the aliases " + String.join(", ", aliases)
                            + ", by which others search and write.",
                    "Choose a name for the target that the template does not match."));
        } catch (ElasticException e) {
            findings.add(Finding.unknown(
                    FindingCode.SPEED_UNKNOWN,
                    "how fast the target takes documents, and which it refuses: nothing was written, as it does not"
                            + " tell whether an index template would give the throw-away index aliases ("
                            + e.getMessage()
                            + "); with security that takes the privilege 'manage_index_templates'."));
        }
        return Optional.empty();
    }

    private Optional<SampleResult> sample(
            SourceFacts from, Optional<DocumentWriting> writing, SurveySettings settings) {
        SampleLimits limits = new SampleLimits(wish.time(), MOST_DOCUMENTS, lanes(from, settings));
        SampleSearch reading = new SampleSearch(source, from.index().name(), from.maxResultWindow());
        try {
            return Optional.of(
                    new CopySample(reading, writing, limits, nanoTime, stopped).take(new Windows(from.shards())));
        } catch (ElasticException e) {
            findings.add(Finding.unknown(
                    FindingCode.SPEED_UNKNOWN, "how fast documents are copied (" + e.getMessage() + ")."));
            return Optional.empty();
        }
    }

    /// As many windows as a reader has under way, within limits; one where the run file limits rates.
    private static int lanes(SourceFacts from, SurveySettings settings) {
        if (settings.throttle().total().isPresent()
                || settings.throttle().perNode().isPresent()) {
            return 1;
        }
        int most = Math.min(MOST_LANES, settings.throttle().requests().orElse(MOST_LANES));
        return Math.min(most, from.shards().size() * settings.windowsInFlight());
    }

    /// @param mayCome whether the target may make it only now
    private void delete(String name, boolean mayCome) {
        try {
            if (!TrialIndex.delete(target, name) && mayCome) {
                findings.add(Finding.warns(
                        FindingCode.TRIAL_INDEX_LEFT,
                        "The throw-away index '" + name + "' may still be made: no answer says that the target did not"
                                + " take the request for it, and it was not there yet to be deleted.",
                        "Look for it on the target in a minute, and delete it."));
            }
        } catch (ElasticException e) {
            findings.add(Finding.warns(
                    FindingCode.TRIAL_INDEX_LEFT,
                    "The throw-away index '" + name + "' may still be there (" + e.getMessage() + ").",
                    "Delete it on the target."));
        }
    }
}
