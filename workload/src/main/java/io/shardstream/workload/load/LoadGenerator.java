package io.shardstream.workload.load;

import io.shardstream.workload.load.LoadRequest.Form;
import io.shardstream.workload.load.OperationsUnderWay.Due;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/// Produces operations at a set rate, whatever the servers' pace (an open loop): when an answer is late, the next
/// operations are sent all the same, and latencies count from the moment at which an operation was due.
///
/// A steppable loop, used by one thread.
final class LoadGenerator {
    private static final int PREPARED_AT_ONCE = 500;
    private static final int BULKS_PREPARED_AT_ONCE = 3;
    private static final long LONGEST_WAIT_FOR_BULK = 100_000_000;
    private static final double NANOS = 1e9;

    private final LoadSettings settings;
    private final LoadMemory memory;
    private final OperationsUnderWay underWay;
    private final LoadCounts counts;
    private final LongSupplier nanoTime;
    private final DocumentChoice choice;
    private final SplittableRandom random;
    private final List<Due> bulk = new ArrayList<>();
    private long number;
    private int prepared;
    private boolean running;
    private long begin;
    private long issued;
    private boolean stopped;

    LoadGenerator(
            LoadSettings settings,
            LoadMemory memory,
            OperationsUnderWay underWay,
            LoadCounts counts,
            LongSupplier nanoTime) {
        this.settings = settings;
        this.memory = memory;
        this.underWay = underWay;
        this.counts = counts;
        this.nanoTime = nanoTime;
        this.random = new SplittableRandom(settings.seed());
        this.choice = new DocumentChoice(memory, settings.hot(), random);
    }

    /// Produces nothing more.
    void stop() {
        stopped = true;
    }

    /// Whether the documents are there that were to be inserted at first.
    boolean isPrepared() {
        return running;
    }

    /// Whether nothing more is produced and everything is answered.
    boolean isDone() {
        return stopped && bulk.isEmpty() && underWay.count() == 0;
    }

    /// Takes in answers and sends what is due.
    ///
    /// @return how much was done
    int doWork() {
        int done = underWay.drain();
        if (!stopped) {
            done += running ? produce(nanoTime.getAsLong()) : prepare();
        }
        return done + sendFullBulk(nanoTime.getAsLong());
    }

    private int prepare() {
        int sent = 0;
        while (prepared < settings.preparedDocuments()
                && underWay.count() <= PREPARED_AT_ONCE * (BULKS_PREPARED_AT_ONCE - 1)) {
            long now = nanoTime.getAsLong();
            List<Due> inserts = new ArrayList<>();
            while (inserts.size() < PREPARED_AT_ONCE && prepared < settings.preparedDocuments()) {
                inserts.add(begun(new Operation(++number, memory.newDocument(), OperationKind.INSERT), now));
                prepared++;
            }
            underWay.send(Form.BULK, inserts);
            sent += inserts.size();
        }
        if (prepared == settings.preparedDocuments() && underWay.count() == 0) {
            running = true;
            begin = nanoTime.getAsLong();
        }
        return sent;
    }

    private int produce(long now) {
        long elapsed = Math.min(now - begin, settings.duration().toNanos());
        long due = (long) (elapsed / NANOS * settings.rate());
        int produced = 0;
        while (issued < due && underWay.count() + bulk.size() < settings.underWay()) {
            produceOne(begin + (long) (issued * NANOS / settings.rate()));
            issued++;
            produced++;
        }
        counts.withhold(due - issued);
        issued = due;
        if (elapsed == settings.duration().toNanos()) {
            stop();
        }
        return produced;
    }

    private void produceOne(long due) {
        Due next = begun(choice.next(++number, settings.mix().draw(random)), due);
        if (random.nextDouble() < settings.bulkShare()) {
            bulk.add(next);
            sendFullBulk(due);
        } else {
            underWay.send(Form.SINGLE, List.of(next));
        }
    }

    private Due begun(Operation operation, long due) {
        memory.begin(operation);
        return new Due(operation, due);
    }

    private int sendFullBulk(long now) {
        boolean send = bulk.size() >= settings.bulkOperations()
                || (!bulk.isEmpty() && (stopped || now - bulk.getFirst().due() > LONGEST_WAIT_FOR_BULK));
        if (!send) {
            return 0;
        }
        int sent = bulk.size();
        underWay.send(Form.BULK, bulk);
        bulk.clear();
        return sent;
    }
}
