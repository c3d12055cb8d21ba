package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.controller.Term;
import io.shardstream.control.mapping.FollowedMapping;
import io.shardstream.control.scan.WatchedCall;

/// A mapping that is followed as far as a test says.
final class ToldMapping implements FollowedMapping {
    boolean isFollowed;
    /// Why the target does not have it all; empty if it has.
    volatile String trouble = "";
    /// Whether that does not pass by itself.
    volatile boolean isRefused;
    /// Why the target does not take new fields again; empty if it does.
    String refusal = "";
    /// How often it was let take new fields as the source does.
    int opened;
    /// What a look asks of the servers.
    Runnable look = () -> {};
    private boolean isLooking;

    @Override
    public boolean isFollowed(Term term) {
        return isFollowed;
    }

    @Override
    public boolean isShut(Term term) {
        return isFollowed;
    }

    @Override
    public void lookIfDue(Term term) {
        if (isLooking) {
            return;
        }
        isLooking = true;
        try {
            boolean _ = WatchedCall.of(() -> {
                look.run();
                return true;
            });
        } catch (ElasticException e) {
            trouble = String.valueOf(e.getMessage());
        } finally {
            isLooking = false;
        }
    }

    @Override
    public boolean holds(Term term) {
        return trouble.isEmpty();
    }

    @Override
    public String trouble() {
        return trouble;
    }

    @Override
    public boolean isRefused() {
        return isRefused;
    }

    @Override
    public void open(Term term) throws ElasticException {
        if (!refusal.isEmpty()) {
            throw new ElasticException.Malformed(refusal);
        }
        opened++;
    }
}
