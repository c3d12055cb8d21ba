package io.shardstream.ittests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.Rest;
import io.shardstream.workload.compare.ComparisonReport;
import io.shardstream.workload.compare.IndexAddress;
import io.shardstream.workload.compare.ServerAccess;
import io.shardstream.workload.load.HttpLoadClient;
import io.shardstream.workload.load.IndexVerdict;
import io.shardstream.workload.load.Load;
import io.shardstream.workload.load.LoadDocuments;
import io.shardstream.workload.load.LoadReport;
import io.shardstream.workload.load.LoadSettings;
import io.shardstream.workload.load.LoadVerdict;
import io.shardstream.workload.load.OperationListener;
import io.shardstream.workload.load.OperationOutcome;
import java.net.URI;
import java.util.List;

/// A run that follows its source while clients insert, update, delete and re-create documents there.
final class LoadedCopy implements AutoCloseable {
    private static final int BODY_BYTES = 400;

    private final CopyRun run;
    private final HttpLoadClient client;
    private final Load load;

    private LoadedCopy(CopyRun run, HttpLoadClient client, Load load) {
        this.run = run;
        this.client = client;
        this.load = load;
    }

    /// Begins a load on a run's source and plans the run, which a controller on a thread of this process
    /// then follows.
    ///
    /// @param run with its source
    /// @param nodes that clients send to
    static LoadedCopy begin(CopyRun run, List<URI> nodes, LoadSettings settings) {
        LoadDocuments documents = new LoadDocuments("soak-", settings.seed(), BODY_BYTES);
        HttpLoadClient client = new HttpLoadClient(nodes, run.source(), ServerAccess.OPEN, documents);
        Load load = Load.start(settings, documents, client, OperationListener.NONE);
        load.prepared().join();
        run.planned();
        return new LoadedCopy(run, client, load);
    }

    CopyRun run() {
        return run;
    }

    /// Ends the load, waits until everything is written and swept, and states that nothing is missing,
    /// stale, extra or other: by comparing both sides byte for byte, and by holding each against what the
    /// load remembers.
    ComparisonReport finish() {
        LoadReport report = load.finish();
        run.awaitCaughtUp();
        CopyRun.Output swept = run.command("sweep");
        assertThat(swept.code()).as(swept.text()).isZero();
        run.awaitCaughtUp();
        ComparisonReport compared = run.assertCopied();
        assertThat(run.rejects()).isEmpty();
        assertAllowed(run.source());
        assertAllowed(run.target());
        System.out.printf(
                "load: %,d operations acknowledged, %,d failed, %,d in doubt, %,d not sent; %,d documents equal, differences %s%n",
                report.count(OperationOutcome.OK),
                report.count(OperationOutcome.FAILED),
                report.count(OperationOutcome.UNKNOWN),
                report.withheld(),
                compared.equal(),
                compared.differences());
        return compared;
    }

    private void assertAllowed(String index) {
        Rest rest = run.rest();
        IndexVerdict verdict =
                LoadVerdict.of(new IndexAddress(rest.server(), index), load.memory(), load.documents(), 10);
        assertThat(verdict.samples()).as(index).isEmpty();
        assertThat(verdict.isClean()).as(index).isTrue();
    }

    @Override
    public void close() {
        load.close();
        client.close();
    }
}
