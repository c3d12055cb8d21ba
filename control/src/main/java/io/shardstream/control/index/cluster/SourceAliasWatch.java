package io.shardstream.control.index.cluster;

import io.shardstream.common.contract.record.SourceAliases;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.state.controller.ControllerEpoch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Adds the aliases that the source is given while a run works to those that it had at the start, so that a
/// cut-over asks about each that leads elsewhere by then. None is taken away again: one that was moved is
/// what is asked about.
public final class SourceAliasWatch {
    private static final Logger LOG = LoggerFactory.getLogger(SourceAliasWatch.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

    /// More are not noted: the control topic would grow with every alias that comes and goes.
    private static final int MOST = 1_000;

    private final ClusterSwitch source;
    /// Whether an alias has become the source's alone is looked at again after so long.
    private static final Duration BETWEEN_QUESTIONS = Duration.ofMinutes(5);

    /// Each is a question to production's cluster.
    private static final int MOST_QUESTIONS = 20;

    private Instant nextQuestions = Instant.MIN;
    /// Aliases that say nothing, and that other indices have too.
    private final Set<String> shared = new HashSet<>();
    private Instant nextLook = Instant.MIN;
    private boolean isFull;

    /// @param source its cluster
    public SourceAliasWatch(ClusterSwitch source) {
        this.source = source;
    }

    public void lookIfDue(ControllerEpoch term) {
        Instant now = term.clock().instant();
        if (now.isBefore(nextLook)) {
            return;
        }
        nextLook = now.plus(BETWEEN_LOOKS);
        try {
            note(RunAliases.production(source.aliases(term.plan().sourceIndex())), term);
        } catch (ElasticException e) {
            LOG.debug("The source's aliases are looked at again", e);
        }
    }

    private void note(List<Alias> aliases, ControllerEpoch term) throws ElasticException {
        Map<String, byte @Nullable []> records = new HashMap<>();
        with(names(aliases), SourceAliases.KEY, term).ifPresent(all -> records.put(SourceAliases.KEY, all.encode()));
        try {
            with(writing(aliases, term), SourceAliases.KEY_OF_WRITES, term)
                    .ifPresent(all -> records.put(SourceAliases.KEY_OF_WRITES, all.encode()));
        } finally {
            if (!records.isEmpty()) {
                term.write(records);
            }
        }
    }

    private List<String> writing(List<Alias> aliases, ControllerEpoch term) throws ElasticException {
        Instant now = term.clock().instant();
        if (!now.isBefore(nextQuestions)) {
            nextQuestions = now.plus(BETWEEN_QUESTIONS);
            shared.clear();
        }
        List<String> known = noted(SourceAliases.KEY_OF_WRITES, term);
        List<Alias> open = aliases.stream()
                .filter(alias -> !known.contains(alias.name()))
                .filter(alias -> alias.isWriteIndex() || !shared.contains(alias.name()))
                .limit(MOST_QUESTIONS)
                .toList();
        List<String> writing = WritingAliases.of(source, term.plan().sourceIndex(), open, known);
        names(open).stream().filter(name -> !writing.contains(name)).forEach(shared::add);
        return writing;
    }

    private static List<String> names(List<Alias> aliases) {
        return aliases.stream().map(Alias::name).toList();
    }

    private static List<String> noted(String key, ControllerEpoch term) {
        return term.read(key, SourceAliases::decode).map(SourceAliases::names).orElse(List.of());
    }

    /// Those that are noted with these; empty if there is nothing to add.
    private Optional<SourceAliases> with(List<String> names, String key, ControllerEpoch term) {
        TreeSet<String> all = new TreeSet<>(noted(key, term));
        if (!all.addAll(names)) {
            return Optional.empty();
        }
        if (all.size() > MOST) {
            if (!isFull) {
                LOG.warn("The source has had more than {} aliases: a cut-over does not ask about all of them", MOST);
            }
            isFull = true;
            return Optional.empty();
        }
        return Optional.of(new SourceAliases(List.copyOf(all)));
    }
}
