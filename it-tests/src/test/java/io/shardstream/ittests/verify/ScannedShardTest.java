package io.shardstream.ittests.verify;

import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.Servers;
import org.junit.jupiter.api.Test;

/// On the standard server; others are asked by [io.shardstream.ittests.versions.ServerVersionServersTest].
@RealServers
class ScannedShardTest {
    @Test
    void aScanShowsWhatIsLive() throws Exception {
        ScanCheck.showsWhatIsLive(Servers.elasticsearch().url());
    }

    @Test
    void numbersThatAreNotIndexedAreReadThroughAPointInTime() throws Exception {
        ScanCheck.showsWhatIsLiveWithoutIndexedNumbers(Servers.elasticsearch().url());
    }

    /// C-21: a scan wants two minutes.
    @Test
    void aPointInTimeIsKeptForAsLongAsTheClusterAllows() throws Exception {
        keepsPointsInTime("\"30s\"", "\"90s\"");
        try {
            ScanCheck.showsWhatIsLiveWithoutIndexedNumbers(
                    Servers.elasticsearch().url());
        } finally {
            keepsPointsInTime("null", "null");
        }
    }

    private static void keepsPointsInTime(String usual, String most) {
        new Rest(Servers.elasticsearch().url())
                .put(
                        "/_cluster/settings",
                        "{\"persistent\":{\"search.default_keep_alive\":%s,\"search.max_keep_alive\":%s}}"
                                .formatted(usual, most));
    }
}
