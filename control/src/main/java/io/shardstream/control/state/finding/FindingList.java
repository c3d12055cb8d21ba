package io.shardstream.control.state.finding;

import io.shardstream.common.elastic.ElasticException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Findings as they come in. What a server refuses to tell, or a run would be refused for, is one too.
public final class FindingList {
    private final List<Finding> findings = new ArrayList<>();

    /// A question to a cluster.
    @FunctionalInterface
    public interface Question<T> {
        T ask() throws ElasticException;
    }

    /// Something that throws when a run would be refused.
    @FunctionalInterface
    public interface Rule {
        void check() throws ElasticException;
    }

    public void add(Finding finding) {
        findings.add(finding);
    }

    /// Before all others that are as bad.
    public void addFirst(Finding finding) {
        findings.addFirst(finding);
    }

    public void addAll(List<Finding> more) {
        findings.addAll(more);
    }

    /// Whether that was found.
    public boolean has(FindingCode code) {
        return findings.stream().anyMatch(finding -> finding.code() == code);
    }

    /// The answer; empty, and told, if the server does not give one.
    ///
    /// @param unknown what is found if the server does not tell
    /// @param what would be known then
    /// @throws ElasticException.Unreachable if nobody answers
    public <T> Optional<T> ask(FindingCode unknown, String what, Question<T> question)
            throws ElasticException.Unreachable {
        try {
            return Optional.of(question.ask());
        } catch (ElasticException.Unreachable e) {
            throw e;
        } catch (ElasticException e) {
            add(Finding.unknown(unknown, what + " (" + e.getMessage() + ")."));
            return Optional.empty();
        }
    }

    /// A rule of `run`: what it would be refused for blocks.
    ///
    /// @param code what is found where the run would be refused
    /// @param unknown what is found if the server does not tell
    /// @param what would be known if the server told
    /// @return whether it would not be refused
    /// @throws ElasticException.Unreachable if nobody answers
    public boolean check(FindingCode code, FindingCode unknown, String what, Rule rule)
            throws ElasticException.Unreachable {
        try {
            rule.check();
            return true;
        } catch (RunRefusedException e) {
            add(Finding.blocks(code, String.valueOf(e.getMessage()), ""));
            return false;
        } catch (ElasticException.Unreachable e) {
            throw e;
        } catch (ElasticException e) {
            add(Finding.unknown(unknown, what + " (" + e.getMessage() + ")."));
            return true;
        }
    }

    /// A rule of `run` for which nobody is asked.
    ///
    /// @return whether it would not be refused
    public boolean check(FindingCode code, Runnable rule) {
        try {
            rule.run();
            return true;
        } catch (RunRefusedException e) {
            add(Finding.blocks(code, String.valueOf(e.getMessage()), ""));
            return false;
        }
    }

    /// The worst first, else as they came.
    public List<Finding> worstFirst() {
        return findings.stream().sorted(Comparator.comparing(Finding::severity)).toList();
    }
}
