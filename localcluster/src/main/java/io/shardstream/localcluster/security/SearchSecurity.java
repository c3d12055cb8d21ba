package io.shardstream.localcluster.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What a secured Elasticsearch cluster is told of its clients and shows them: TLS at both of its doors, users, roles
/// and service tokens in files, and certificates of clients. All of it may be changed while the cluster runs. Used by
/// one thread.
public final class SearchSecurity {
    /// The user that may do anything.
    public static final String ADMIN = "admin";

    private static final String ADMIN_PASSWORD = "admin-of-a-test";
    private static final String NODE = "node";
    private static final String AUTHORITY = "authority.crt";

    /// What stands before a service token's name and secret (`ServiceAccountToken`).
    private static final byte[] TOKEN_VERSION = {0, 1, 0, 1};

    private final Authority authority;
    private Issued shown;
    private final Map<String, User> users = new TreeMap<>();
    private final Map<String, String> roles = new TreeMap<>();
    private final Map<String, String> certificates = new TreeMap<>();
    private final Map<String, String> tokens = new TreeMap<>();

    private record User(String hash, List<String> roles) {}

    private SearchSecurity(Authority authority, Issued shown) {
        this.authority = authority;
        this.shown = shown;
    }

    /// With nobody but [#ADMIN], and a certificate for the loopback interface.
    public static SearchSecurity of(Authority authority) {
        return new SearchSecurity(authority, authority.server(NODE)).user(ADMIN, ADMIN_PASSWORD, "superuser");
    }

    /// Who has signed what the nodes show, and whose clients are looked at.
    public Authority authority() {
        return authority;
    }

    /// Lets a user in, with that password from now on and these roles alone.
    public SearchSecurity user(String name, String password, String... its) {
        users.put(name, new User(PasswordHash.of(password), List.of(its)));
        return this;
    }

    /// Lets a user in no more.
    public SearchSecurity withoutUser(String name) {
        users.remove(name);
        return this;
    }

    /// Makes a role what it says.
    ///
    /// @param body as `PUT /_security/role` takes it
    public SearchSecurity role(String name, String body) {
        // A JSON object on one line is YAML as well; a role's lines after its first one are indented in roles.yml.
        roles.put(name, body.lines().map(String::strip).collect(Collectors.joining(" ")));
        return this;
    }

    /// Lets whoever shows a certificate of that name in, with one role.
    public SearchSecurity certificate(String commonName, String role) {
        certificates.put(role, "CN=" + commonName);
        return this;
    }

    /// Lets a service account in by a token.
    ///
    /// @param account such as `elastic/fleet-server`
    /// @return the token, as it is sent after `Bearer`
    public String token(String account, String secret) {
        String name = account + "/of-a-test";
        tokens.put(name, PasswordHash.of(secret));
        byte[] said = (name + ":" + secret).getBytes(StandardCharsets.UTF_8);
        byte[] token = new byte[TOKEN_VERSION.length + said.length];
        System.arraycopy(TOKEN_VERSION, 0, token, 0, TOKEN_VERSION.length);
        System.arraycopy(said, 0, token, TOKEN_VERSION.length, said.length);
        return Base64.getEncoder().withoutPadding().encodeToString(token);
    }

    /// Shows another certificate to connections that are made from now on.
    public SearchSecurity show(Issued other) {
        shown = other;
        return this;
    }

    /// The value of the `Authorization` header of [#ADMIN].
    public String adminHeader() {
        return "Basic "
                + Base64.getEncoder().encodeToString((ADMIN + ":" + ADMIN_PASSWORD).getBytes(StandardCharsets.UTF_8));
    }

    /// Settings of a node.
    public Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("xpack.security.enabled", "true");
        // The free licence knows no security of documents and fields and no certificates of clients.
        settings.put("xpack.license.self_generated.type", "trial");
        settings.put("xpack.security.authc.realms.file.file1.order", "0");
        settings.put("xpack.security.authc.realms.pki.pki1.order", "1");
        settings.put("xpack.security.http.ssl.client_authentication", "optional");
        settings.put("xpack.security.transport.ssl.verification_mode", "certificate");
        for (String door : List.of("http", "transport")) {
            String ssl = "xpack.security." + door + ".ssl.";
            settings.put(ssl + "enabled", "true");
            settings.put(ssl + "key", NODE + ".key");
            settings.put(ssl + "certificate", NODE + ".crt");
            settings.put(ssl + "certificate_authorities", "[\"" + AUTHORITY + "\"]");
        }
        // How soon a node looks at its files again.
        settings.put("resource.reload.interval.high", "1s");
        return settings;
    }

    /// Writes the files that a node looks at. Each is there whole at any moment.
    ///
    /// @param config the node's configuration folder
    public void writeTo(Path config) throws IOException {
        write(config, AUTHORITY, authority.certificate());
        write(config, NODE + ".key", shown.key());
        write(config, NODE + ".crt", shown.certificate());
        write(
                config,
                "users",
                lines(users.entrySet().stream()
                        .map(user -> user.getKey() + ":" + user.getValue().hash())
                        .toList()));
        Map<String, List<String>> byRole = new TreeMap<>();
        users.forEach((name, user) -> user.roles()
                .forEach(role ->
                        byRole.computeIfAbsent(role, _ -> new ArrayList<>()).add(name)));
        write(
                config,
                "users_roles",
                lines(byRole.entrySet().stream()
                        .map(role -> role.getKey() + ":" + String.join(",", role.getValue()))
                        .toList()));
        write(
                config,
                "roles.yml",
                lines(roles.entrySet().stream()
                        .map(role -> role.getKey() + ": " + role.getValue())
                        .toList()));
        write(
                config,
                "role_mapping.yml",
                lines(certificates.entrySet().stream()
                        .map(one -> one.getKey() + ":\n  - \"" + one.getValue() + "\"")
                        .toList()));
        write(
                config,
                "service_tokens",
                lines(tokens.entrySet().stream()
                        .map(token -> token.getKey() + ":" + token.getValue())
                        .toList()));
    }

    private static String lines(List<String> lines) {
        return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
    }

    private static void write(Path config, String name, String text) throws IOException {
        Path file = config.resolve(name);
        if (Files.exists(file) && Files.readString(file).equals(text)) {
            return;
        }
        // Not in the folder itself: a node counts what lies there.
        Path whole = Files.writeString(config.resolveSibling(name + ".new"), text);
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
