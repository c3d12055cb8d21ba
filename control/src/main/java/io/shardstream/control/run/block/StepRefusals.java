package io.shardstream.control.run.block;

import io.shardstream.common.elastic.ElasticException;

/// Counts how often servers have refused one step, and says when they are believed. An index that is not
/// there, an invalid request or a missing privilege does not pass by itself, and a step that waits for that
/// waits for ever.
final class StepRefusals {
    /// About ten seconds of tries. A node that has just started answers 404 for every name, for a second or
    /// two.
    private static final int MOST = 100;
    /// About thirty seconds. While no copy of its security index is active, a cluster may refuse every user.
    private static final int MOST_OF_USER = 300;

    private final boolean arePatient;
    private int count;
    private int countOfUser;

    /// @param arePatient whether a single refusal is not believed
    StepRefusals(boolean arePatient) {
        this.arePatient = arePatient;
    }

    /// Whether this refusal, after those before it, is for good. One that passes by itself never is.
    boolean areForGood(ElasticException.Refused refused) {
        if (refused.isOfTheMoment()) {
            return false;
        }
        if (!arePatient) {
            return true;
        }
        return refused.isOfUser() ? ++countOfUser >= MOST_OF_USER : ++count >= MOST;
    }
}
