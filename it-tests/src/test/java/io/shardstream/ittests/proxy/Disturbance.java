package io.shardstream.ittests.proxy;

/// What a bad network, or a proxy that somebody has put there, makes of one exchange. What a protocol has no
/// word for cuts the connection behind the request.
public enum Disturbance {
    /// Nothing: the exchange passes.
    NONE,
    /// The connection ends before the server has the request.
    REQUEST_LOST,
    /// The server has done what was asked, and the connection ends before the answer.
    ANSWER_LOST,
    /// The answer comes later than those to other requests.
    LATE,
    /// The server gets the request twice, and the answer is that to the second.
    REPEATED,
    /// The connection ends within the answer.
    CUT_SHORT,
    /// The server has done what was asked, and the answer is `{}`.
    EMPTY_OBJECT,
    /// The server has done what was asked, and the answer has no body.
    EMPTY,
    /// The server never gets the request, and the answer has status 200 and is `{}`.
    MADE_UP,
    /// The server never gets the request, and a gateway says so.
    BAD_GATEWAY;

    boolean reachesTheServer() {
        return switch (this) {
            case REQUEST_LOST, MADE_UP, BAD_GATEWAY -> false;
            case NONE, ANSWER_LOST, LATE, REPEATED, CUT_SHORT, EMPTY_OBJECT, EMPTY -> true;
        };
    }
}
