/// The life of a run, from its plan to its end. Parts, lowest first; each may use those before it: `state`
/// (the run's records, read and written), `index` (indices and clusters as they describe themselves),
/// `compare` (source and target held against each other), `run` (what a run does, from its plan to cut-over
/// and rollback), and beside each other on top `preflight` (what `plan` and `doctor` find) and `console` (the
/// process that controls a run, and what it shows). Begin reading in `console.ControlProcess`.
@NullMarked
package io.shardstream.control;

import org.jspecify.annotations.NullMarked;
