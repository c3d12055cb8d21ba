package io.shardstream.control.run.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.WatchedCall;
import io.shardstream.control.index.target.FollowedMapping;
import io.shardstream.control.state.controller.ControllerEpoch;

/// A mapping that is followed as far as a test says.
public final class ToldMapping implements FollowedMapping {
    public boolean isFollowed;
    /// Why the target does not have it all; empty if it has.
    public volatile String trouble = "";
    /// Whether that does not pass by itself.
    public volatile boolean isRefused;
    /// Why the target does not take new fields again; empty if it does.
    public String refusal = "";
    /// How often it was let take new fields as the source does.
    public int opened;
    /// What a look asks of the servers.
    Runnable look = () -> {};
    private boolean isLooking;

    @Override
    public boolean isFollowed(ControllerEpoch term) {
        return isFollowed;
    }

    @Override
    public boolean isShut(ControllerEpoch term) {
        return isFollowed;
    }

    @Override
    public void lookIfDue(ControllerEpoch term) {
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
    public boolean holds(ControllerEpoch term) {
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
    public void open(ControllerEpoch term) throws ElasticException {
        if (!refusal.isEmpty()) {
            throw new ElasticException.Malformed(refusal);
        }
        opened++;
    }
}
