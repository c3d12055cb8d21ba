package io.shardstream.common.elastic;

import io.shardstream.common.contract.bytes.NumberText;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.apache.hc.core5.http.ContentTooLongException;
import org.apache.hc.core5.http.ProtocolException;
import org.jspecify.annotations.Nullable;

/// Turns what the HTTP client throws into one sentence: who, what, and what to look at.
final class Unanswered {
    /// What a server says that looks at certificates of clients (RFC 8446, 6.2).
    private static final Pattern OURS =
            Pattern.compile("alert: (bad_certificate|certificate_|unsupported_certificate|unknown_ca|access_denied)");

    private Unanswered() {}

    /// @param cluster `source` or `target`, as its section of the run file is called
    /// @param address of the node
    /// @param silence how long it may be silent, `request-timeout` of that section
    static ElasticException because(String cluster, String address, Call call, Duration silence, Throwable failure) {
        String who = cluster + " node " + address;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ContentTooLongException) {
                return new ElasticException.TooLarge(
                        who + " answered " + call + " with more than " + call.maxResponseBytes() + " bytes", failure);
            }
            String ofCertificates = cause instanceof SSLException e ? certificateSentence(e) : null;
            if (ofCertificates != null) {
                return ElasticException.Unreachable.ofCertificates(who + " " + ofCertificates, failure);
            }
            if (cause instanceof SocketTimeoutException && !(cause instanceof ConnectTimeoutException)) {
                return ElasticException.Unreachable.late(
                        who + " did not answer " + call + " within " + cluster + ".request-timeout ("
                                + NumberText.exact(silence) + ")",
                        failure,
                        silence);
            }
            String known = sentenceFor(cause);
            if (known != null) {
                return unreachable(cause, who + " " + known, failure);
            }
            if (cause instanceof SocketException) {
                return ElasticException.Unreachable.cutOff(
                        who + " did not answer " + call + ": " + failure.getMessage(), failure);
            }
        }
        return new ElasticException.Unreachable(who + " did not answer " + call + ": " + failure.getMessage(), failure);
    }

    private static ElasticException unreachable(Throwable cause, String sentence, Throwable failure) {
        if (cause instanceof ConnectionClosedException) {
            return ElasticException.Unreachable.cutOff(sentence, failure);
        }
        return isBeforeSending(cause)
                ? ElasticException.Unreachable.beforeSending(sentence, failure)
                : new ElasticException.Unreachable(sentence, failure);
    }

    private static @Nullable String sentenceFor(Throwable cause) {
        return switch (cause) {
            case UnknownHostException e -> "cannot be found: no such host as " + e.getMessage();
            case ConnectTimeoutException e -> "cannot be reached: no connection within the time-out";
            case NoRouteToHostException e -> "cannot be reached: there is no route to its host";
            case ConnectException e -> "refuses connections: is the port right and the server running?";
            case SSLException e -> tlsSentence(e);
            case ConnectionRequestTimeoutException e -> "has no connection free within the time-out";
            case ProtocolException e -> "does not speak HTTP there: is the port right, and is it https?";
            case ConnectionClosedException e ->
                "closed the connection without an answer: is it running, and is the address http or https rightly?";
            default -> null;
        };
    }

    /// Whether it is thrown only while a connection is being made, which is done before anything is sent.
    private static boolean isBeforeSending(Throwable cause) {
        return cause instanceof UnknownHostException
                || cause instanceof ConnectTimeoutException
                || cause instanceof NoRouteToHostException
                || cause instanceof ConnectException;
    }

    private static @Nullable String certificateSentence(SSLException e) {
        if (e instanceof SSLPeerUnverifiedException) {
            return "is not trusted: " + e.getMessage();
        }
        for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return "is not trusted: " + cause.getMessage();
            }
        }
        String message = String.valueOf(e.getMessage());
        return OURS.matcher(message).find()
                ? "does not take our certificate (tls.certificate), or wants one: " + message
                : null;
    }

    private static String tlsSentence(SSLException e) {
        String message = String.valueOf(e.getMessage());
        // The JDK has two texts for an answer in plain text, by whether it ends early.
        return message.contains("nrecognized SSL message")
                ? "does not speak TLS there: is the address http rather than https?"
                : "failed to agree on TLS: " + message;
    }
}
