package io.shardstream.common.http;

/// What a request was answered with.
///
/// @param status 0 if it was not answered
/// @param sentence for people; empty if what was answered is none
record Answered(int status, String sentence) {
    static final Answered NOTHING = new Answered(0, "");

    boolean isGood() {
        return status >= 200 && status < 300;
    }
}
