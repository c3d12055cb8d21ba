package io.shardstream.control.index;

/// A line of servers whose index settings have the same names and meanings.
public enum ServerLine {
    ELASTICSEARCH_7,
    ELASTICSEARCH_8,
    /// Also later ones, as far as it is known.
    ELASTICSEARCH_9,
    /// Version 2 and later.
    OPENSEARCH,
    /// One that does not say what it is, or is older than all of these.
    UNKNOWN;

    public static ServerLine of(Server server) {
        if (server.distribution().equals(Server.OPENSEARCH)) {
            return OPENSEARCH;
        }
        if (!server.distribution().equals(Server.ELASTICSEARCH) || server.major() < 7) {
            return UNKNOWN;
        }
        return switch (server.major()) {
            case 7 -> ELASTICSEARCH_7;
            case 8 -> ELASTICSEARCH_8;
            default -> ELASTICSEARCH_9;
        };
    }
}
