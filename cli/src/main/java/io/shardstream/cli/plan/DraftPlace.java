package io.shardstream.cli.plan;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// An index as options name it: `http://host:9200/index`, several addresses with commas between.
///
/// @param role `source` or `target`
/// @param place its addresses, the last with the index
/// @param user who asks; null for nobody in particular
/// @param password name of the environment variable that holds the user's password
/// @param apiKey name of the environment variable that holds an API key
/// @param ca certificates to trust
record DraftPlace(
        String role,
        String place,
        @Nullable String user,
        @Nullable String password,
        @Nullable String apiKey,
        @Nullable Path ca) {
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    DraftPlace {
        int slash = place.lastIndexOf('/');
        if (place.contains("@")) {
            throw new IllegalArgumentException("--" + role + " must not hold credentials: give the user with --" + role
                    + "-user, and the name of the environment variable that holds its password with --" + role
                    + "-password-env");
        }
        if (slash < 1 || place.charAt(slash - 1) == '/' || slash == place.length() - 1) {
            throw new IllegalArgumentException("--" + role
                    + " must be an address with an index, such as http://localhost:9200/cities, got \""
                    + place.replaceFirst("(?s)[?#].*", "…") + "\"");
        }
        if ((user == null) != (password == null)) {
            throw new IllegalArgumentException(
                    "--" + role + "-user and --" + role + "-password-env belong together: give both");
        }
        requireName(role, "password", password);
        requireName(role, "api-key", apiKey);
    }

    /// What is no name is not quoted: it may be the secret itself.
    private static void requireName(String role, String what, @Nullable String variable) {
        if (variable != null && !VARIABLE.matcher(variable).matches()) {
            throw new IllegalArgumentException("--" + role + "-" + what
                    + "-env must be the name of an environment variable, which holds the secret");
        }
    }

    String index() {
        return place.substring(place.lastIndexOf('/') + 1);
    }

    private List<String> nodes() {
        return Arrays.asList(place.substring(0, place.lastIndexOf('/')).split(",", -1));
    }

    /// Writes it into the section of a run file.
    void into(ObjectNode section) {
        nodes().forEach(section.putArray("nodes")::add);
        section.put("index", index());
        if (user != null && password != null) {
            section.putObject("auth").putObject("basic").put("user", user).put("password", reference(password));
        }
        if (apiKey != null) {
            section.withObject("/auth").put("api-key", reference(apiKey));
        }
        if (ca != null) {
            section.putObject("tls").put("ca", ca.toAbsolutePath().normalize().toString());
        }
    }

    private static String reference(String variable) {
        return "${env:" + variable + "}";
    }
}
