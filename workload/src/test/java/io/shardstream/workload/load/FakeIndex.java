package io.shardstream.workload.load;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/// An index that carries requests out when it is told to, and answers as it is told to.
final class FakeIndex implements LoadClient {
    private record Open(LoadRequest request, CompletableFuture<List<Result>> answer) {}

    final Map<Integer, Long> documents = new HashMap<>();
    final List<LoadRequest> requests = new ArrayList<>();
    private final Deque<Open> open = new ArrayDeque<>();
    private final Set<Integer> underWay = new HashSet<>();

    @Override
    public CompletableFuture<List<Result>> send(LoadRequest request) {
        for (Operation operation : request.operations()) {
            if (!underWay.add(operation.document())) {
                throw new AssertionError("two operations at a time on document " + operation.document());
            }
        }
        Open one = new Open(request, new CompletableFuture<>());
        requests.add(request);
        open.add(one);
        return one.answer();
    }

    /// Answers every open request; what is answered well is carried out.
    void answer(Function<Operation, Result> results) {
        while (!open.isEmpty()) {
            Open one = open.removeFirst();
            List<Result> all = one.request().operations().stream().map(results).toList();
            for (int i = 0; i < all.size(); i++) {
                Operation operation = one.request().operations().get(i);
                underWay.remove(operation.document());
                if (all.get(i).outcome() == OperationOutcome.OK) {
                    apply(operation);
                }
            }
            one.answer().complete(all);
        }
    }

    void apply(Operation operation) {
        if (operation.kind().leavesDocument()) {
            documents.put(operation.document(), operation.number());
        } else {
            documents.remove(operation.document());
        }
    }

    IndexVerdict judgedBy(LoadMemory memory, LoadDocuments bodies) {
        LoadVerdict verdict = new LoadVerdict(memory, bodies, 10);
        documents.forEach((document, operation) ->
                verdict.add(bodies.id(document), ByteBuffer.wrap(bodies.body(document, operation))));
        return verdict.end();
    }
}
