package io.shardstream.ittests.proxy;

import java.io.IOException;
import java.net.Socket;

/// Passes the messages of one connection on, both ways, as long as both sides keep it open.
public sealed interface Protocol permits HttpProtocol, KafkaProtocol {
    Protocol HTTP = new HttpProtocol();
    Protocol KAFKA = new KafkaProtocol();

    /// Is asked before each message is passed on; may take its time; false ends the connection.
    @FunctionalInterface
    interface Gate {
        boolean admit(Direction direction, String exchange);

        /// The status with which the proxy answers a request itself, where the protocol has a word for that;
        /// 0 for a request that it passes on.
        default int answersItself(String exchange) {
            return 0;
        }

        /// How long a request may be; a longer one is refused by the proxy itself, where the protocol has a word for
        /// that.
        default long mostBytes() {
            return Long.MAX_VALUE;
        }

        /// A text: a request that holds it is answered by the proxy itself with a page of status 403, where
        /// the protocol has a word for that; empty for none.
        default String forbidden() {
            return "";
        }

        /// What is to become of the exchange that begins.
        default Disturbance disturbance() {
            return Disturbance.NONE;
        }

        /// Waits as long as a late answer is late.
        default void beLate() {}

        /// Is asked before the answer to a request of so many bytes is passed on; may take its time.
        default void admitAnswerTo(long requestBytes) {}
    }

    /// Returns or throws when the connection is to be closed.
    void serve(Socket client, Socket server, Gate gate) throws IOException;
}
