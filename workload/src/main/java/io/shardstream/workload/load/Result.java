package io.shardstream.workload.load;

/// The answer to one operation.
///
/// @param status the HTTP status, of the operation's item where it was in a bulk; 0 if there was no answer
public record Result(OperationOutcome outcome, int status) {
    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int TOO_LARGE = 413;
    static final int TOO_MANY = 429;

    static final Result NO_ANSWER = new Result(OperationOutcome.UNKNOWN, 0);
    static final Result NEVER_SENT = new Result(OperationOutcome.FAILED, 0);

    /// What a status says of one operation. Whatever is not a clear yes or no is unknown: a node repeats an operation
    /// by itself after a fail-over, so that even 409 and 429 can follow a first attempt that was carried out. What
    /// stands in front of it may answer 200 with a page of its own.
    ///
    /// @param hasResult whether the answer says what became of the document; without that 404 means another thing,
    ///     and a success means nothing
    static Result of(int status, boolean hasResult) {
        OperationOutcome outcome = switch (status) {
            case OK, CREATED -> hasResult ? OperationOutcome.OK : OperationOutcome.UNKNOWN;
            case NOT_FOUND -> hasResult ? OperationOutcome.OK : OperationOutcome.FAILED;
            case BAD_REQUEST, UNAUTHORIZED, FORBIDDEN, TOO_LARGE -> OperationOutcome.FAILED;
            default -> OperationOutcome.UNKNOWN;
        };
        return new Result(outcome, status);
    }

    /// Whether a write block refused it.
    boolean isBlocked() {
        return status == FORBIDDEN;
    }
}
