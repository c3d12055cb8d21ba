package io.shardstream.common.runfile;

import java.util.List;
import java.util.regex.Pattern;

/// How a secret is known that stands in `kafka.properties` in place of a reference. The Helm chart looks for the same
/// patterns before it writes a run file into a config map, so they are such that Go's regular expressions read them
/// too.
public final class WrittenSecrets {
    /// The end of a property's name whose value is a secret as a whole: references, and nothing around them.
    public static final Pattern NAME = Pattern.compile("(password|passphrase|secret|token|\\.key)$");

    /// Such as `password='x'` in a longer value; not `password='${env:X}'`. Between quotes a value may begin
    /// with any character, and the name may stand between quotes too.
    public static final Pattern INSIDE = Pattern.compile("(?i)(password|passphrase|secret|token)[\"']?\\s*=\\s*"
            + "(\"([^\"$]|\\$([^{\"]|$))|'([^'$]|\\$([^{']|$))|[^\\s\"';$]|\\$([^{]|$))");

    /// Such as `https://user:password@host`.
    public static final Pattern IN_ADDRESS =
            Pattern.compile("(?i)://[^/\\s:]*:([^/\\s@$][^/\\s@]*|\\$([^/\\s@{][^/\\s@]*)?)@");

    private WrittenSecrets() {}

    /// @param name a property of Kafka's clients
    /// @param value as it stands in the run file
    static boolean areIn(String name, String value) {
        return (NAME.matcher(name).find() && !Secrets.isReferencesOnly(value.strip()))
                || List.of(INSIDE, IN_ADDRESS).stream()
                        .anyMatch(pattern -> pattern.matcher(value).find());
    }
}
