package io.shardstream.control.index.target;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.state.controller.ControllerEpoch;

/// The target's mapping, which follows the source's while a run lasts. Used by whoever controls the run.
public interface FollowedMapping {
    /// For runs that carry nothing.
    FollowedMapping NONE = new FollowedMapping() {
        @Override
        public boolean isFollowed(ControllerEpoch term) {
            return false;
        }

        @Override
        public boolean isShut(ControllerEpoch term) {
            return false;
        }

        @Override
        public void lookIfDue(ControllerEpoch term) {}

        @Override
        public boolean holds(ControllerEpoch term) {
            return true;
        }

        @Override
        public String trouble() {
            return "";
        }

        @Override
        public boolean isRefused() {
            return false;
        }

        @Override
        public void open(ControllerEpoch term) {}
    };

    /// Whether this run carries its source's mapping.
    boolean isFollowed(ControllerEpoch term);

    /// Whether the target's levels take no new fields until [#open(Term)], whatever the source's say.
    boolean isShut(ControllerEpoch term);

    /// Looks now and then, and carries what is to be carried. Does nothing while it does so already: whoever
    /// waits for an answer of a server may call this in between.
    void lookIfDue(ControllerEpoch term);

    /// The same at once.
    ///
    /// @return whether the target has all that the source's mapping has at the moment, but for what the run
    ///     goes on without; always where nothing is carried
    boolean holds(ControllerEpoch term);

    /// Why the target did not have it all when it was last looked at, as a part of a sentence; empty if it
    /// had, or if it is not known.
    String trouble();

    /// Whether that is something which the target refuses, or for which somebody wants to be asked: waiting
    /// does not help, and the run is stopped for it as soon as it is neither paused nor cut over.
    boolean isRefused();

    /// Gives the target's levels back what the source's say of new fields; does nothing where they have it.
    ///
    /// @throws ElasticException also if not every node has said so in time
    void open(ControllerEpoch term) throws ElasticException;
}
