package io.shardstream.writer.answer;

/// What a bulk's answer says of one of its items.
///
/// @param status HTTP status
/// @param type `error.type`, empty where there is none
/// @param reason `error.reason`, empty where there is none
record ItemStatus(int status, String type, String reason) {
    static final ItemStatus OK = new ItemStatus(200, "", "");
    static final ItemStatus CREATED = new ItemStatus(201, "", "");

    static ItemStatus of(int status, String type, String reason) {
        if (type.isEmpty() && reason.isEmpty()) {
            if (status == OK.status) {
                return OK;
            }
            if (status == CREATED.status) {
                return CREATED;
            }
        }
        return new ItemStatus(status, type, reason);
    }
}
