package io.shardstream.control.console.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.Outcome;
import io.shardstream.common.contract.record.UnknownRecordException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LaneAccountTest {
    private static final int RECORD_BYTES = 7;

    private final LaneAccount account = new LaneAccount();

    @Test
    void anEmptyLaneHasNothing() {
        assertThat(account.end()).isZero();
        assertThat(account.total()).isEqualTo(OutcomeTally.NONE);
    }

    @Test
    void rangesThatFollowEachOtherAreAddedUp() {
        account.add(applied(0, 10));
        account.add(superseded(10, 15));

        assertThat(account.end()).isEqualTo(15);
        assertThat(account.total()).isEqualTo(new OutcomeTally(10, 5, 0, 0, 15 * RECORD_BYTES));
    }

    @Test
    void whatWasToldAlreadyChangesNothing() {
        account.add(applied(0, 10));
        account.add(applied(10, 20));

        account.add(superseded(10, 20));

        assertThat(account.total()).isEqualTo(new OutcomeTally(20, 0, 0, 0, 20 * RECORD_BYTES));
    }

    @Test
    void aWriterThatBeginsAgainAndGoesBeyondIsBelieved() {
        account.add(applied(0, 10));
        account.add(applied(10, 20));

        account.add(superseded(10, 15));
        assertThat(account.end()).isEqualTo(20);
        account.add(superseded(15, 18));
        account.add(applied(18, 30));

        assertThat(account.end()).isEqualTo(30);
        assertThat(account.total()).isEqualTo(new OutcomeTally(22, 8, 0, 0, 30 * RECORD_BYTES));
    }

    @Test
    void aRangeThatComesEarlyWaits() {
        account.add(applied(10, 20));
        assertThat(account.end()).isZero();
        assertThat(account.heard()).isEqualTo(20);

        account.add(applied(0, 10));

        assertThat(account.total()).isEqualTo(new OutcomeTally(20, 0, 0, 0, 20 * RECORD_BYTES));
    }

    @Test
    void whatIsLostIsUnaccountedInTheEnd() {
        account.add(applied(0, 10));

        for (int i = 0; i <= LaneAccount.WAITING; i++) {
            account.add(applied(100 + i, 101 + i));
        }

        assertThat(account.end()).isEqualTo(101 + LaneAccount.WAITING);
        assertThat(account.total().unaccounted()).isEqualTo(90);
        assertThat(account.total().records()).isEqualTo(account.end());
    }

    @Test
    void aWriterThatBeginsWhereNobodyEndedIsUnaccountedFor() {
        account.add(applied(0, 10));

        for (int i = 0; i <= LaneAccount.WAITING; i++) {
            account.add(applied(5 + 10L * i, 15 + 10L * i));
        }

        assertThat(account.total().unaccounted()).isEqualTo(5);
        assertThat(account.total().records()).isEqualTo(account.end());
    }

    @Test
    void isTheSameAfterItWasStored() {
        for (int i = 0; i < 3 * LaneAccount.ENDS; i++) {
            account.add(applied(2L * i, 2L * i + 2));
        }
        account.add(applied(1_000_000, 1_000_001));

        byte[] stored = account.encode();
        LaneAccount same = LaneAccount.decode(stored);

        assertThat(same.total()).isEqualTo(account.total());
        assertThat(same.heard()).isEqualTo(1_000_001);
        assertThat(same.encode()).isEqualTo(stored);
        assertThat(stored.length).isLessThan(8000);
    }

    @Test
    void bytesOfAnotherFormatAreNotRead() {
        byte[] stored = account.encode();
        stored[0] = 9;

        assertThatThrownBy(() -> LaneAccount.decode(stored)).isInstanceOf(UnknownRecordException.class);
        assertThatThrownBy(() -> LaneAccount.decode(new byte[] {1, 0, 0})).isInstanceOf(UnknownRecordException.class);
    }

    /// Writers that begin at a committed offset, are killed and frozen, and whose outcomes come late and mixed.
    @Test
    void isExactHoweverOftenWritersAreKilled() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            LaneAccount lane = new LaneAccount();
            List<Writer> writers = new ArrayList<>();
            writers.add(new Writer(0));
            long committed = 0;
            for (int step = 0; step < 300; step++) {
                Writer writer = writers.get(random.nextInt(writers.size()));
                long from = writer.at;
                writer.at += 1 + random.nextInt(20);
                lane.add(outcome(from, writer.at, random.nextInt(3)));
                if (random.nextInt(3) == 0) {
                    committed = Math.max(committed, writer.at);
                }
                if (random.nextInt(20) == 0) {
                    writers.add(new Writer(committed));
                }
                if (writers.size() > 3) {
                    writers.removeFirst();
                }
                if (random.nextInt(10) == 0) {
                    lane = LaneAccount.decode(lane.encode());
                }
            }
            long end = writers.stream().mapToLong(writer -> writer.at).max().orElseThrow();
            assertThat(lane.end()).as("seed %d", seed).isGreaterThanOrEqualTo(end);
            assertThat(lane.total().unaccounted()).as("seed %d", seed).isZero();
            assertThat(lane.total().records()).as("seed %d", seed).isEqualTo(lane.end());
            assertThat(lane.total().bytes()).as("seed %d", seed).isEqualTo(lane.end() * RECORD_BYTES);
        }
    }

    private static final class Writer {
        private long at;

        Writer(long at) {
            this.at = at;
        }
    }

    private static Outcome applied(long from, long to) {
        return outcome(from, to, 0);
    }

    private static Outcome superseded(long from, long to) {
        return outcome(from, to, 1);
    }

    private static Outcome outcome(long from, long to, int kind) {
        long records = to - from;
        return new Outcome(
                3,
                from,
                to,
                kind == 0 ? records : 0,
                kind == 1 ? records : 0,
                kind == 2 ? records : 0,
                records * RECORD_BYTES,
                1,
                "http://127.0.0.1:9200");
    }
}
