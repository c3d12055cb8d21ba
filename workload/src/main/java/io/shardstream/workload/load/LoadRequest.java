package io.shardstream.workload.load;

import java.util.List;
import java.util.Locale;

/// Operations that are sent together.
///
/// @param form `bulk` or `single`, of which a single has exactly one
public record LoadRequest(Form form, List<Operation> operations) {
    /// How they are sent.
    public enum Form {
        BULK,
        SINGLE;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public LoadRequest {
        operations = List.copyOf(operations);
        if (operations.isEmpty() || (form == Form.SINGLE && operations.size() != 1)) {
            throw new IllegalArgumentException(form + " of " + operations.size() + " operations");
        }
    }

    static LoadRequest bulk(List<Operation> operations) {
        return new LoadRequest(Form.BULK, operations);
    }

    static LoadRequest single(Operation operation) {
        return new LoadRequest(Form.SINGLE, List.of(operation));
    }

    List<Result> all(Result result) {
        return operations.stream().map(_ -> result).toList();
    }
}
