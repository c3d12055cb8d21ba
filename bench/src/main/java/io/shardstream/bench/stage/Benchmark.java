package io.shardstream.bench.stage;

import io.shardstream.bench.report.BenchReport;

/// One thing that can be measured.
public interface Benchmark {
    /// Its name as a command, such as `pipeline`.
    String name();

    /// What it measures, in one sentence, for its help.
    String what();

    /// Measures it.
    ///
    /// @throws Exception if it could not be measured; the message says why
    BenchReport run(Setting setting, Stages stages) throws Exception;
}
