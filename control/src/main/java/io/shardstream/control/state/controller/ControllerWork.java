package io.shardstream.control.state.controller;

import io.shardstream.common.contract.record.Request;

/// What the controller of a run does. All calls block; each may fail in the middle and is then begun anew
/// by the next controller.
public interface ControllerWork {
    /// Called when this process has taken over, before anything else: what it knew when it controlled the run
    /// before counts no more. Others may have controlled the run since, and people may have said something
    /// else.
    default void begin() {}

    /// What is to be done without being asked, such as to notice that everything has been copied: a little
    /// of it.
    void goOn(ControllerEpoch term) throws Exception;

    /// Carries a request out and answers it.
    void carryOut(Request request, ControllerEpoch term) throws Exception;
}
