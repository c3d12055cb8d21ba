package io.shardstream.writer.answer;

/// What a bulk's answer says of one of its items.
///
/// @param status HTTP status
/// @param type `error.type`, empty where there is none
/// @param reason `error.reason`, empty where there is none
/// @param instead where the document went and what was done with it, if the server says that it succeeded
///     with something else than to write it into the target: a pipeline may drop a document (`noop`) or give
///     it another `_index`
record ItemStatus(int status, String type, String reason, String instead) {
    static final ItemStatus OK = new ItemStatus(200, "", "", "");
    static final ItemStatus CREATED = new ItemStatus(201, "", "", "");

    static ItemStatus instead(int status, String what) {
        return new ItemStatus(status, "", "", what);
    }

    static ItemStatus of(int status, String type, String reason) {
        if (type.isEmpty() && reason.isEmpty()) {
            if (status == OK.status) {
                return OK;
            }
            if (status == CREATED.status) {
                return CREATED;
            }
        }
        return new ItemStatus(status, type, reason, "");
    }
}
