package io.shardstream.control.run.condition;

import io.shardstream.common.elastic.AnswerValues;
import io.shardstream.common.shard.ServerTime;
import io.shardstream.control.index.difference.Intended;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Settings by which the target would take or show clients' writes otherwise than the source.
public final class TargetConduct {
    private static final String NO_REFRESH = "-1";
    private static final String REFRESH = "index.refresh_interval";
    /// `IndexSettings.DEFAULT_REFRESH_INTERVAL` of Elasticsearch and OpenSearch.
    private static final String DEFAULT_REFRESH = "1s";

    private static final String NO_PIPELINE = "_none";
    private static final String COPIES = "index.write.wait_for_active_shards";
    /// `IndexMetadata.SETTING_WAIT_FOR_ACTIVE_SHARDS` of Elasticsearch and OpenSearch: the primary.
    private static final String PRIMARY = "1";

    private TargetConduct() {}

    /// What differs so, as parts of a sentence; empty if nothing does.
    ///
    /// @param index the target's name
    /// @param from the source's settings by full name
    /// @param to the target's
    /// @param intended what the run file gives the target otherwise
    public static List<String> problems(
            String index, Map<String, String> from, Map<String, String> to, Intended intended) {
        List<String> problems = new ArrayList<>();
        if (isAsynchronous(to) && !isAsynchronous(from)) {
            problems.add("target index '" + index + "' has index.translog.durability async and the source has not");
        }
        aboutCopies(index, from, to, intended).ifPresent(problems::add);
        for (String pipeline : List.of("index.default_pipeline", "index.final_pipeline")) {
            String wanted = from.getOrDefault(pipeline, NO_PIPELINE);
            String found = to.getOrDefault(pipeline, NO_PIPELINE);
            if (!found.equals(wanted) && !isSaid(intended, pipeline, found, NO_PIPELINE)) {
                problems.add("target index '" + index + "' has " + pipeline + " " + found + " and the source " + wanted
                        + ", by which clients' documents would be processed");
            }
        }
        String shows = to.getOrDefault(REFRESH, "");
        String wanted = from.getOrDefault(REFRESH, "");
        if (!shows.equals(wanted)
                && (shows.equals(NO_REFRESH)
                        || (isLonger(shows, wanted) && !isSaid(intended, REFRESH, shows, DEFAULT_REFRESH)))) {
            problems.add("target index '" + index + "' has " + REFRESH + " " + shows + " and the source "
                    + (wanted.isEmpty() ? "has not" : wanted) + ", so that searches would find what is written later");
        }
        return problems;
    }

    /// How many copies a write waits for. `plan` advises to say fewer for the time of the run, so a run file
    /// that says them does not mean that production's writes may be on fewer copies than they were.
    private static Optional<String> aboutCopies(
            String index, Map<String, String> from, Map<String, String> to, Intended intended) {
        String wanted = from.getOrDefault(COPIES, PRIMARY);
        String found = to.getOrDefault(COPIES, PRIMARY);
        boolean areFewer = copies(found) < copies(wanted);
        if (found.equals(wanted) || (!areFewer && isSaid(intended, COPIES, found, PRIMARY))) {
            return Optional.empty();
        }
        return Optional.of("target index '" + index + "' has " + COPIES + " " + found + " and the source " + wanted
                + (areFewer
                        ? ", so that clients' writes would be acknowledged with fewer copies"
                        : ", so that clients' writes would be refused while fewer copies are there")
                + ": set it back (PUT /" + index + "/_settings)");
    }

    private static int copies(String setting) {
        return AnswerValues.shard(setting).orElse(Integer.MAX_VALUE);
    }

    /// @param byDefault what an index has that is told nothing
    private static boolean isSaid(Intended intended, String setting, String found, String byDefault) {
        return intended.says(setting, found) || (found.equals(byDefault) && intended.says(setting, ""));
    }

    private static boolean isLonger(String target, String source) {
        Optional<Duration> longer = ServerTime.parse(target);
        Optional<Duration> other = ServerTime.parse(source);
        return longer.isPresent() && other.isPresent() && longer.get().compareTo(other.get()) > 0;
    }

    private static boolean isAsynchronous(Map<String, String> settings) {
        return "async".equalsIgnoreCase(settings.get("index.translog.durability"));
    }
}
