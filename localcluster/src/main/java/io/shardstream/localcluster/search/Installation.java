package io.shardstream.localcluster.search;

import io.shardstream.localcluster.artifact.JdkFinder;
import io.shardstream.localcluster.artifact.ServerCache;
import io.shardstream.localcluster.process.Account;
import io.shardstream.localcluster.process.Installed;
import io.shardstream.localcluster.process.ServerRunner;

/// One version of a server where a node runs.
record Installation(Distribution distribution, Installed installed) {
    /// Fetches the server if it is to run on this machine and is not there.
    static Installation of(SearchServerVersion version, ServerRunner runner, Account account) {
        Distribution distribution = Distribution.of(version);
        return new Installation(
                distribution, runner.installed(distribution.image(), () -> here(version, distribution, account)));
    }

    private static Installed here(SearchServerVersion version, Distribution distribution, Account account) {
        return new Installed(
                distribution.home(ServerCache.standard(account)),
                JdkFinder.onThisMachine(account)
                        .find(version.jdks(), version.toString())
                        .home());
    }
}
