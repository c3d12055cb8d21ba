package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.sample.Articles;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.HoldPoint;
import org.junit.jupiter.api.Test;

/// F-09: readers and writers join and leave while others work.
class MembershipTest {
    private static final int DOCUMENTS = 1500;
    private static final int STOPPED = 143;

    @Test
    void twoReadersAndThreeWritersJoinAndLeave() {
        try (CopyRun run = CopyRun.create()
                .withSource()
                .holding(new Articles(5).stream(DOCUMENTS))
                .planned()) {
            HoldPoint searched = Moment.SEARCH_ANSWERED.in(run);
            HoldPoint written = Moment.BULK_DONE.in(run);
            Child firstReader = run.start("reader");
            Child firstWriter = run.start("writer");
            searched.awaitReached();
            run.startHere("reader");
            run.awaitReaders(2);
            searched.pass();
            written.awaitReached();
            Child secondWriter = run.start("writer");
            run.startHere("writer");
            run.awaitWriters(3);
            HoldPoint later = Moment.BULK_SENT.in(run);
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
