package io.shardstream.common.elastic;

import java.io.IOException;
import java.io.Serial;
import java.time.Duration;

/// Why a request has no usable answer. The message is a sentence for people, without any body. It begins with
/// the name of who was asked, or, with a capital letter, as a whole sentence; see [#sentence()] and
/// [#inSentence()].
public abstract sealed class ElasticException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    private ElasticException(String message) {
        super(message);
    }

    private ElasticException(String message, Throwable cause) {
        super(message, cause);
    }

    /// The message as a sentence, without its end.
    public String sentence() {
        String message = String.valueOf(getMessage());
        return isWhole(message) ? message : "The " + message;
    }

    /// The same within another sentence.
    public String inSentence() {
        String message = String.valueOf(getMessage());
        if (!isWhole(message)) {
            return "the " + message;
        }
        boolean isAbbreviation = message.length() > 1 && Character.isUpperCase(message.charAt(1));
        return isAbbreviation ? message : Character.toLowerCase(message.charAt(0)) + message.substring(1);
    }

    /// That of any failure, within another sentence.
    public static String inSentence(Exception failure) {
        return failure instanceof ElasticException elastic
                ? elastic.inSentence()
                : String.valueOf(failure.getMessage());
    }

    private static boolean isWhole(String message) {
        return !message.isEmpty() && Character.isUpperCase(message.charAt(0));
    }

    /// Whether we are not let in, or do not believe who answers: that passes when credentials, rights or certificates
    /// are mended, and not before.
    public boolean isOfAccess() {
        return false;
    }

    /// Whether the question may have been too much for whoever should answer it, so that a smaller one may be
    /// answered: no answer came in time, or a circuit breaker would not have it.
    public boolean isTooMuch() {
        return false;
    }

    /// Whether it may be due to the documents that were asked for: the question was too much, or the node
    /// closed the connection in place of an answer. So nodes do where they fail at what they would say, such as
    /// at a number that JSON does not have, in a document that was sent in another format.
    public boolean mayBeOfDocuments() {
        return isTooMuch();
    }

    /// Nobody answered: refused, lost or too slow. Whether the request was carried out is not known, unless
    /// [#wasNotSent()] says that it was not.
    public static final class Unreachable extends ElasticException {
        @Serial
        private static final long serialVersionUID = 1L;

        private final boolean ofCertificates;
        private final boolean wasNotSent;
        private final boolean wasCutOff;
        private final Duration waited;

        public Unreachable(String message, Throwable cause) {
            this(message, cause, false, false, false, Duration.ZERO);
        }

        private Unreachable(
                String message,
                Throwable cause,
                boolean ofCertificates,
                boolean wasNotSent,
                boolean wasCutOff,
                Duration waited) {
            super(message, cause);
            this.ofCertificates = ofCertificates;
            this.wasNotSent = wasNotSent;
            this.wasCutOff = wasCutOff;
            this.waited = waited;
        }

        /// One side does not believe the other one's certificate.
        static Unreachable ofCertificates(String message, Throwable cause) {
            return new Unreachable(message, cause, true, false, false, Duration.ZERO);
        }

        /// The node took the question, and did not answer in time.
        ///
        /// @param waited how long it may be silent
        public static Unreachable late(String message, Throwable cause, Duration waited) {
            return new Unreachable(message, cause, false, false, false, waited);
        }

        /// There was no connection, so that nobody has seen anything of the request.
        static Unreachable beforeSending(String message, Throwable cause) {
            return new Unreachable(message, cause, false, true, false, Duration.ZERO);
        }

        /// The connection was closed when the question may have been sent, and before the answer was whole.
        public static Unreachable cutOff(String message, Throwable cause) {
            return new Unreachable(message, cause, false, false, true, Duration.ZERO);
        }

        /// Whether it is certain that the request was not carried out and will not be. If not, it may have
        /// been.
        public boolean wasNotSent() {
            return wasNotSent;
        }

        @Override
        public boolean isOfAccess() {
            return ofCertificates;
        }

        @Override
        public boolean isTooMuch() {
            return isLate();
        }

        @Override
        public boolean mayBeOfDocuments() {
            return isTooMuch() || wasCutOff;
        }

        /// Whether the node took the question and did not answer in time.
        public boolean isLate() {
            return waited.isPositive();
        }

        /// How long was waited for the answer; zero if it is not that which failed.
        public Duration waited() {
            return waited;
        }
    }

    /// The answer was longer than the call allowed, or would be longer than the server gives.
    public static final class TooLarge extends ElasticException {
        @Serial
        private static final long serialVersionUID = 1L;

        public TooLarge(String message) {
            super(message);
        }

        public TooLarge(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /// The answer is not what such a server says.
    public static final class Malformed extends ElasticException {
        @Serial
        private static final long serialVersionUID = 1L;

        public Malformed(String message) {
            super(message);
        }
    }

    /// The node belongs to another cluster than the others that were asked. Nothing was sent to it but the
    /// question for its cluster. The message is a whole sentence and says what to do.
    public static final class OtherCluster extends ElasticException {
        @Serial
        private static final long serialVersionUID = 1L;

        OtherCluster(String message) {
            super(message);
        }

        @Override
        public boolean isOfAccess() {
            return true;
        }
    }

    /// The server said no.
    public static final class Refused extends ElasticException {
        @Serial
        private static final long serialVersionUID = 1L;

        /// `CircuitBreakingException` of Elasticsearch and OpenSearch, with status 429 or 503.
        private static final String BREAKER = "circuit_breaking_exception";

        /// A block of a cluster or an index. That of a full disk is answered with 429, that of a cluster without a
        /// master with 503, most with 403 (`ClusterBlockException.status`).
        private static final String BLOCK = "cluster_block_exception";

        private static final int FORBIDDEN = 403;
        private static final int REQUEST_TIMEOUT = 408;
        private static final int TOO_MANY_REQUESTS = 429;
        private static final int SERVERS_OWN = 500;
        private static final int GATEWAY_TIME_OUT = 504;
        private static final String LIMIT = "can be set by changing the [";

        private final int status;
        private final String type;
        private final String reason;

        Refused(Reply reply, String type, String reason) {
            super(reply
                    + (type.isEmpty() ? "" : " " + type)
                    + (reason.isEmpty() ? "" : ": " + ErrorText.withoutDocument(reason)));
            this.status = reply.status();
            this.type = type;
            this.reason = reason;
        }

        @Override
        public boolean isOfAccess() {
            return isOfUser();
        }

        /// What stands between may give up sooner than the run does, and says so (504).
        @Override
        public boolean isTooMuch() {
            return type.equals(BREAKER) || status == GATEWAY_TIME_OUT;
        }

        /// Whether it is the user who is refused, not known (401) or not allowed (403), and not the request.
        public boolean isOfUser() {
            return status == 401 || (status == FORBIDDEN && !type.equals(BLOCK));
        }

        /// Whether somebody has set a block against what was asked for.
        public boolean isOfBlock() {
            return status == FORBIDDEN && type.equals(BLOCK);
        }

        /// Whether it passes by itself: a full queue, a time-out, a failure of the server's own, a cluster that has
        /// no master for a while. The block of a full disk does not, although it is answered like a full queue.
        public boolean isOfTheMoment() {
            return status >= SERVERS_OWN
                    || (!type.equals(BLOCK) && (status == REQUEST_TIMEOUT || status == TOO_MANY_REQUESTS));
        }

        /// HTTP status.
        public int status() {
            return status;
        }

        /// Whether the request went beyond a limit that somebody can set, so that a smaller one may be taken
        /// (`IndexSettings` and `SearchService` of Elasticsearch and OpenSearch).
        public boolean isOfLimit() {
            return reason.contains(LIMIT);
        }

        /// `error.type`, such as `index_not_found_exception`; empty where the answer had none.
        public String type() {
            return type;
        }

        /// The server's own words, of a failed search those of its root cause; empty where the answer had
        /// none.
        public String reason() {
            return reason;
        }
    }
}
