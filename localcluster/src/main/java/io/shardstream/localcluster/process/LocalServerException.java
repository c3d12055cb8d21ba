package io.shardstream.localcluster.process;

/// A server or a program that it needs cannot be had, started or kept up on this machine; the message is meant for the
/// user and names the cause.
public final class LocalServerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public LocalServerException(String message) {
        super(message);
    }

    public LocalServerException(String message, Throwable cause) {
        super(message, cause);
    }
}
