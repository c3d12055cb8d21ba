package io.shardstream.common.runfile;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/// How Shardstream says who it is to a cluster.
public sealed interface Auth {
    /// The value of the `Authorization` header: a secret, as it holds one.
    Secret header();

    /// What it takes, each a text that came from elsewhere.
    List<Secret> secrets();

    /// A user and a password. The user is no secret, and comes from where secrets come from.
    record Basic(Secret user, Secret password) implements Auth {
        @Override
        public List<Secret> secrets() {
            return List.of(user, password);
        }

        @Override
        public Secret header() {
            byte[] pair = (user.reveal() + ":" + password.reveal()).getBytes(StandardCharsets.UTF_8);
            return new Secret(
                    "Basic " + password.reference(),
                    "Basic " + Base64.getEncoder().encodeToString(pair));
        }
    }

    /// An API key, in the encoded form in which Elasticsearch returns it (Base64 of `id:key`).
    record ApiKey(Secret key) implements Auth {
        @Override
        public List<Secret> secrets() {
            return List.of(key);
        }

        @Override
        public Secret header() {
            return new Secret("ApiKey " + key.reference(), "ApiKey " + key.reveal());
        }
    }

    /// A token, such as that of a service account.
    record Bearer(Secret token) implements Auth {
        @Override
        public List<Secret> secrets() {
            return List.of(token);
        }

        @Override
        public Secret header() {
            return new Secret("Bearer " + token.reference(), "Bearer " + token.reveal());
        }
    }
}
