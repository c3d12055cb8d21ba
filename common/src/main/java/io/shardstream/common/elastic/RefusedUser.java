package io.shardstream.common.elastic;

/// What a person is told when a cluster does not let the run in.
public final class RefusedUser {
    private RefusedUser() {}

    /// Where it is not known which cluster it was.
    ///
    /// @param refused [ElasticException#isOfAccess]
    public static String sentence(ElasticException refused) {
        String said = String.valueOf(refused.getMessage());
        if (refused instanceof ElasticException.OtherCluster) {
            return said;
        }
        return refused instanceof ElasticException.Refused
                ? "A cluster refuses the user of the run file (" + said + "): correct the section auth of its side, or"
                        + " what that user may do; the run goes on by itself then."
                : "The " + said + ": correct the section tls of its side, its files or the server's certificate; the"
                        + " run goes on by itself then.";
    }

    /// @param role `source` or `target`
    /// @param refused what was answered; [ElasticException#isOfAccess]
    public static String sentence(String role, ElasticException refused) {
        String said = String.valueOf(refused.getMessage());
        return refused instanceof ElasticException.OtherCluster
                ? said
                : sentence(role, refused instanceof ElasticException.Refused, said);
    }

    /// @param isUser whether it is the user who is refused, and not a certificate
    /// @param said what was answered
    public static String sentence(String role, boolean isUser, String said) {
        return isUser
                ? "The " + role + " refuses the user of the run file (" + said + "): correct " + role
                        + ".auth or what that user may do; the run goes on by itself then."
                : "The " + said + ": correct " + role
                        + ".tls, its files or the server's certificate; the run goes on by itself then.";
    }
}
