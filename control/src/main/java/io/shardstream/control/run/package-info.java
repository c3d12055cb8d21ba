/// What a controller does from day to day: notices that the backfill is done, sweeps, watches the target,
/// carries changes of the mapping, carries out requests, and ends the run. Begin in
/// [io.shardstream.control.run.RunController].
@NullMarked
package io.shardstream.control.run;

import org.jspecify.annotations.NullMarked;
