package io.shardstream.common.contract.record;

import tools.jackson.databind.node.ObjectNode;

/// Which format of the run's records a member understands ([RunFormat]): told every few seconds as a record
/// of the members topic under the key [#KEY], which reports do not have. Versions that know no such record do
/// not read it.
///
/// This record itself never changes, so that members of any two versions understand each other's.
///
/// @param part `reader`, `writer` or `control`
/// @param member the process, as its client ids name it
/// @param instance its name as a static member of its group; empty for none
/// @param format the newest that it understands, 1 or more
/// @param version of its software
public record MemberFormat(String part, String member, String instance, int format, String version) {
    /// The record's key in the members topic.
    public static final String KEY = "format";

    private static final int FORMAT = 1;

    public MemberFormat {
        if (format < RunFormat.FIRST) {
            throw new IllegalArgumentException("a member understands format 1 at least, got " + format);
        }
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT)
                .put("part", part)
                .put("member", member)
                .put("instance", instance)
                .put("understands", format)
                .put("version", version);
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record
    public static MemberFormat decode(byte[] value) {
        return StrictObject.decode(
                "member format",
                FORMAT,
                value,
                object -> new MemberFormat(
                        object.textOf("part"),
                        object.textOf("member"),
                        object.textOf("instance"),
                        object.intOf("understands"),
                        object.textOf("version")));
    }
}
