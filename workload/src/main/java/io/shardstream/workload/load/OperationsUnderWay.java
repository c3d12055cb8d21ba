package io.shardstream.workload.load;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;

/// Sends requests and keeps memory, log and counts of them. The client answers from threads of its own; everything
/// else happens on the load's thread.
final class OperationsUnderWay {
    private static final long NANOS_IN_MICRO = 1000;

    /// An operation that is to be sent.
    ///
    /// @param due in nanoseconds of the load's clock
    record Due(Operation operation, long due) {}

    private record Answered(List<Due> operations, List<Result> results, long at) {}

    private final LoadClient client;
    private final LoadMemory memory;
    private final LoadLog log;
    private final LoadCounts counts;
    private final OperationListener listener;
    private final LongSupplier nanoTime;
    private final Queue<Answered> answers = new ConcurrentLinkedQueue<>();
    private int underWay;

    OperationsUnderWay(
            LoadClient client,
            LoadMemory memory,
            LoadLog log,
            LoadCounts counts,
            OperationListener listener,
            LongSupplier nanoTime) {
        this.client = client;
        this.memory = memory;
        this.log = log;
        this.counts = counts;
        this.listener = listener;
        this.nanoTime = nanoTime;
    }

    /// Operations that are sent and not answered.
    int count() {
        return underWay;
    }

    /// Sends operations whose begin the memory knows.
    void send(LoadRequest.Form form, List<Due> operations) {
        List<Due> sent = List.copyOf(operations);
        LoadRequest request =
                new LoadRequest(form, sent.stream().map(Due::operation).toList());
        log.begun(request);
        underWay += sent.size();
        var _ = client.send(request)
                .thenAccept(results -> answers.add(new Answered(sent, results, nanoTime.getAsLong())));
    }

    /// Takes in what has been answered.
    ///
    /// @return how many operations
    int drain() {
        int done = 0;
        for (Answered answered = answers.poll(); answered != null; answered = answers.poll()) {
            for (int i = 0; i < answered.operations().size(); i++) {
                end(answered.operations().get(i), answered.results().get(i), answered.at());
            }
            done += answered.operations().size();
        }
        underWay -= done;
        return done;
    }

    private void end(Due due, Result result, long at) {
        Operation operation = due.operation();
        memory.end(operation, result.outcome());
        log.ended(operation, result, (at - due.due()) / NANOS_IN_MICRO);
        counts.add(operation, result, due.due(), at);
        listener.ended(operation, result, at);
    }
}
