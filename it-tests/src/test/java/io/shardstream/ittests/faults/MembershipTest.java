package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.Direction;
import io.shardstream.ittests.proxy.HoldPoint;
import io.shardstream.ittests.server.RealServers;
import io.shardstream.workload.load.Articles;
import org.junit.jupiter.api.Test;

/// F-09: readers and writers join and leave while others work.
@RealServers
class MembershipTest {
    private static final int DOCUMENTS = 1500;
    private static final int STOPPED = 143;

    @Test
    void twoReadersAndThreeWritersJoinAndLeave() {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .holding(new Articles(5).stream(DOCUMENTS))
                .planned()) {
            // As long as this page is held, some documents are not written.
            HoldPoint searched = Moment.SEARCH_ANSWERED.in(run);
            HoldPoint written = Moment.nextBulk(Direction.ANSWER);
            Child firstReader = run.start("reader");
            Child firstWriter = run.start("writer");
            searched.awaitReached();
            written.awaitReached();
            HoldPoint later = Moment.nextBulk(Direction.REQUEST);
            run.startHere("reader");
            run.awaitReaders(2);
            Child secondWriter = run.start("writer");
            run.startHere("writer");
            run.awaitWriters(3);
            searched.pass();
            written.pass();
            later.awaitReached();
            firstReader.kill();
            secondWriter.kill();
            later.pass();
            assertThat(firstWriter.stop()).as(firstWriter::tail).isIn(0, STOPPED);
            run.awaitComplete();

            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS);
        }
    }
}
