package io.shardstream.workload.load;

import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/// Draws the document for the next operation. A part of the draws follows Zipf's law with exponent 1 over the
/// documents in the order of their creation, so that the first ones are hot.
final class DocumentChoice {
    private final LoadMemory memory;
    private final double hot;
    private final RandomGenerator random;

    DocumentChoice(LoadMemory memory, double hot, RandomGenerator random) {
        this.memory = memory;
        this.hot = hot;
        this.random = random;
    }

    /// The next operation; an insert where no document is fit for another kind.
    Operation next(long number, OperationKind wanted) {
        OptionalInt document = switch (wanted) {
            case INSERT -> OptionalInt.empty();
            case UPDATE, DELETE -> writable();
            case RECREATE -> memory.takeDeleted(random);
        };
        return document.isPresent()
                ? new Operation(number, document.getAsInt(), wanted)
                : new Operation(number, memory.newDocument(), OperationKind.INSERT);
    }

    /// The first writable document from the drawn one on.
    private OptionalInt writable() {
        int count = memory.documents();
        int drawn = count == 0 ? 0 : draw(count);
        for (int step = 0; step < count; step++) {
            int document = (drawn + step) % count;
            if (memory.isWritable(document)) {
                return OptionalInt.of(document);
            }
        }
        return OptionalInt.empty();
    }

    private int draw(int count) {
        if (random.nextDouble() >= hot) {
            return random.nextInt(count);
        }
        // For a uniform u, (count + 1)^u has the density of 1/x between 1 and count + 1.
        double rank = Math.pow(count + 1.0, random.nextDouble());
        return Math.min(count - 1, (int) rank - 1);
    }
}
