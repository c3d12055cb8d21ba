package io.shardstream.ittests.verify;

import io.shardstream.ittests.server.RealServers;
import io.shardstream.ittests.server.Servers;
import org.junit.jupiter.api.Test;

/// On the standard server; others are asked by [io.shardstream.ittests.versions.ServerVersionTest].
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
}
