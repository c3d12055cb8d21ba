package io.shardstream.common.runfile;

import static io.shardstream.common.runfile.RunMistakes.mistake;

import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/// Mistakes in what a run file says of Kafka, the source and the target.
final class ServerMistakes {
    private ServerMistakes() {}

    /// A line of the short run file, what stands in its place, and what is said about that.
    static Stream<Arguments> all() {
        return Stream.of(
                mistake(
                        "  bootstrap: localhost:9092",
                        "  bootstrap: localhost",
                        "run.yaml:3: kafka.bootstrap must be host:port, such as localhost:9092, got \"localhost\""),
                mistake(
                        "  bootstrap: localhost:9092",
                        "  bootstrap: [a:1, 'b:99999', c]",
                        "run.yaml:3: kafka.bootstrap[2] must be host:port, such as localhost:9092, got \"b:99999\"",
                        "run.yaml:3: kafka.bootstrap[3] must be host:port, such as localhost:9092, got \"c\""),
                mistake(
                        "  bootstrap: localhost:9092",
                        "  bootstrap: []",
                        "run.yaml:3: kafka.bootstrap must have at least one value"),
                mistake(
                        "  bootstrap: localhost:9092",
                        "  bootstrap: a:1\n  replication: 0",
                        "run.yaml:4: kafka.replication must be 1 to 100, got \"0\""),
                mistake(
                        "  bootstrap: localhost:9092",
                        "  bootstrap: a:1\n  properties: {acks: 1}",
                        "run.yaml:4: kafka.properties.acks is not a property that a run file may set; those that it may set are in docs/run-file.md"),
                mistake(
                        "  bootstrap: localhost:9092",
                        "  bootstrap: a:1\n  properties: {security: {protocol: SSL}}",
                        "run.yaml:4: kafka.properties.security is not a property that a run file may set; those that it may set are in docs/run-file.md"),
                mistake(
                        "  bootstrap: localhost:9092",
                        "  bootstrap: a:1\n  properties: {ssl.trustore.location: a}",
                        "run.yaml:4: kafka.properties.ssl.trustore.location is not a property that a run file may set; did you mean ssl.truststore.location?"),
                mistake(
                        "  bootstrap: localhost:9092",
                        "  bootstrap: a:1\n  properties: {ssl.engine.factory.class: own.Factory}",
                        "run.yaml:4: kafka.properties.ssl.engine.factory.class would have the process run code that is not its own: a run file may not set it"),
                mistake(
                        "  bootstrap: localhost:9092",
                        "  bootstrap: a:1\n  properties: {ssl.key.password: s3cr3t-never-shown}",
                        "run.yaml:4: kafka.properties.ssl.key.password must have ${env:NAME} or ${file:path} in place of the secret"),
                mistake(
                        "  bootstrap: localhost:9092",
                        "  bootstrap: a:1\n  properties:\n    sasl.jaas.config: M required username=\"u\" password=\"s3cr3t-never-shown\";",
                        "run.yaml:5: kafka.properties.sasl.jaas.config must have ${env:NAME} or ${file:path} in place of the secret"),
                mistake(
                        "  bootstrap: localhost:9092",
                        "  bootstrap: u:s3cr3t-never-shown@a:1",
                        "run.yaml:3: kafka.bootstrap must not hold credentials: give them under kafka.properties"),
                mistake("kafka:\n  bootstrap: localhost:9092\n", "", "run.yaml: kafka.bootstrap is missing"),
                mistake(
                        "kafka:\n  bootstrap: localhost:9092",
                        "kafka:",
                        "run.yaml:2: kafka must be a map of keys, got nothing"),
                mistake("  index: cities\n", "", "run.yaml:4: source.index is missing"),
                mistake(
                        "  index: cities\n",
                        "  index: cities\n  ids-unique-across-routings: maybe\n",
                        "run.yaml:7: source.ids-unique-across-routings must be true or false, got \"maybe\""),
                mistake(
                        "  index: cities\n",
                        "  index: cities-*\n",
                        "run.yaml:6: source.index must be the name of one index, not a pattern, a list or date math, got \"cities-*\""),
                mistake(
                        "  index: cities\n",
                        "  index: a,b\n",
                        "run.yaml:6: source.index must be the name of one index, not a pattern, a list or date math, got \"a,b\""),
                mistake(
                        "  index: cities\n",
                        "  index: Cities\n",
                        "run.yaml:6: source.index must be in lower case, as the names of all indices are, got \"Cities\""),
                mistake(
                        "  index: cities-v2",
                        "  index: cities",
                        "run.yaml:6: source.index and target.index are one index of one cluster: cities"),
                mistake(
                        "  nodes: http://localhost:9200\n  index: cities\n",
                        "  nodes: localhost:9200\n  index: cities\n",
                        "run.yaml:5: source.nodes must be an address such as http://localhost:9200, got \"localhost:9200\""),
                mistake(
                        "  nodes: http://localhost:9200\n  index: cities\n",
                        "  nodes: http://u:s3cr3t-never-shown@localhost:9200\n  index: cities\n",
                        "run.yaml:5: source.nodes must not hold credentials: give them under auth"),
                mistake(
                        "  nodes: http://localhost:9200\n  index: cities\n",
                        "  nodes: [http://a, 'http://b/path']\n  index: cities\n",
                        "run.yaml:5: source.nodes[2] must end behind host and port, and paths in an address are not supported,"
                                + " got \"http://b…\""),
                mistake(
                        "  nodes: http://localhost:9200\n  index: cities\n",
                        "  nodes: http://a/?apikey=s3cr3t-never-shown\n  index: cities\n",
                        "run.yaml:5: source.nodes must end behind host and port, and this address has a query or a fragment,"
                                + " got \"http://a…\""),
                mistake(
                        "  nodes: http://localhost:9200\n  index: cities\n",
                        "  nodes: http://a:9200#s3cr3t-never-shown\n  index: cities\n",
                        "run.yaml:5: source.nodes must end behind host and port, and this address has a query or a fragment,"
                                + " got \"http://a:9200…\""),
                mistake(
                        "  nodes: http://localhost:9200\n  index: cities\n",
                        "  nodes: http://a:99999\n  index: cities\n",
                        "run.yaml:5: source.nodes must be an address such as http://localhost:9200, got \"http://a:99999\""),
                mistake(
                        "  bootstrap: localhost:9092",
                        "  bootstrap: a:1?password=s3cr3t-never-shown",
                        "run.yaml:3: kafka.bootstrap must be host:port, such as localhost:9092, got \"a:1…\""),
                mistake(
                        "  bootstrap: localhost:9092",
                        "  bootstrap: a:1\n  properties: {security.protocol: SSL, ssl.endpoint.identification.algorithm: ''}",
                        "run.yaml:2: kafka has an empty properties.ssl.endpoint.identification.algorithm, so that any host's"
                                + " certificate of any public authority would do: leave it out, or name with"
                                + " properties.ssl.truststore.location whom to trust"),
                mistake(
                        "  nodes: http://localhost:9200\n  index: cities\n",
                        "  nodes: [https://a, 'http://b']\n  index: cities\n",
                        "run.yaml:5: source.nodes must be all https or all http: what one address keeps secret another would tell"),
                mistake(
                        "  index: cities\n",
                        "  index: cities\n  auth: {}\n",
                        "run.yaml:7: source.auth must have exactly one of basic, api-key and bearer, got none"),
                mistake(
                        "  index: cities\n",
                        "  index: cities\n  auth: {api-key: '${env:TARGET_KEY}', bearer: '${env:TARGET_KEY}'}\n",
                        "run.yaml:7: source.auth must have exactly one of basic, api-key and bearer, got [api-key, bearer]"),
                mistake(
                        "  index: cities\n",
                        "  index: cities\n  auth: {basic: {user: u}}\n",
                        "run.yaml:7: source.auth.basic.password is missing"),
                mistake(
                        "  index: cities\n",
                        "  index: cities\n  auth: {basic: {user: '${env:ABSENT}', password: '${env:ABSENT}'}}\n",
                        "run.yaml:7: source.auth.basic.user needs the environment variable ABSENT, which is not set",
                        "run.yaml:7: source.auth.basic.password needs the environment variable ABSENT, which is not set"),
                mistake(
                        "  index: cities\n",
                        "  index: cities\n  auth: {basic: {user: u, password: s3cr3t-never-shown}}\n",
                        "run.yaml:7: source.auth.basic.password must be ${env:NAME} or ${file:path}: a secret is not written into a run file"),
                mistake(
                        "  index: cities\n",
                        "  index: cities\n  auth: {basic: {user: 'a:b', password: '${env:TARGET_KEY}'}}\n",
                        "run.yaml:7: source.auth.basic.user must not hold a colon, at which a server ends the name of the"
                                + " user (RFC 7617): a:b"),
                mistake(
                        "  index: cities\n",
                        "  index: cities\n  auth: {bearer: '${env:NOWHERE}'}\n",
                        "run.yaml:7: source.auth.bearer needs the environment variable NOWHERE, which is not set"),
                mistake(
                        "  index: cities\n",
                        "  index: cities\n  auth: {bearer: '${env:EMPTY}'}\n",
                        "run.yaml:7: source.auth.bearer needs the environment variable EMPTY, which is empty"),
                mistake(
                        "  index: cities\n",
                        "  index: cities\n  auth: {bearer: '${env:TWO_LINES}'}\n",
                        "run.yaml:7: source.auth.bearer stands for more than one line or holds a control character: ${env:TWO_LINES}"),
                mistake(
                        "  index: cities\n",
                        "  index: cities\n  auth: {bearer: '${file:nowhere}'}\n",
                        "run.yaml:7: source.auth.bearer needs the file nowhere, which is not there"),
                mistake(
                        "  index: cities\n",
                        "  index: cities\n  tls: {ca: ca.pem}\n",
                        "run.yaml:7: source.tls is for https, but source.nodes has an http address"),
                mistake(
                        "http://localhost:9200\n  index: cities\n",
                        "https://localhost:9200\n  index: cities\n  tls: {ca: ca.pem, ca-fingerprint: '%s'}\n"
                                .formatted("ab".repeat(32)),
                        "run.yaml:7: source.tls must have one of ca and ca-fingerprint, got both"),
                mistake(
                        "http://localhost:9200\n  index: cities\n",
                        "https://localhost:9200\n  index: cities\n  tls: {ca-fingerprint: 'ab:cd'}\n",
                        "run.yaml:7: source.tls.ca-fingerprint must be the SHA-256 of a certificate, 64 hexadecimal"
                                + " digits with or without colons, got \"ab:cd\""),
                mistake(
                        "http://localhost:9200\n  index: cities\n",
                        "https://localhost:9200\n  index: cities\n  tls: {certificate: ca.pem}\n",
                        "run.yaml:7: source.tls must have both certificate and key, or neither"),
                mistake(
                        "http://localhost:9200\n  index: cities\n",
                        "https://localhost:9200\n  index: cities\n  tls: {verification: certificate}\n",
                        "run.yaml:7: source.tls must have ca or ca-fingerprint beside verification: certificate, or any"
                                + " host's certificate of any public authority would do"),
                mistake(
                        "http://localhost:9200\n  index: cities\n",
                        "https://localhost:9200\n  index: cities\n  tls: {verification: none}\n",
                        "run.yaml:7: source.tls.verification must be full or certificate, got \"none\""),
                mistake(
                        "http://localhost:9200\n  index: cities\n",
                        "https://localhost:9200\n  index: cities\n  tls: {ca: nowhere.pem}\n",
                        "run.yaml:7: source.tls.ca needs the file nowhere.pem, which cannot be read"),
                mistake(
                        "  index: cities-v2",
                        "  index: cities-v2\n  shards: 1025",
                        "run.yaml:10: target.shards must be 1 to 1024, got \"1025\""),
                mistake(
                        "  index: cities-v2",
                        "  index: cities-v2\n  replicas: -1",
                        "run.yaml:10: target.replicas must be 0 to 100, got \"-1\""),
                mistake(
                        "  index: cities-v2",
                        "  index: cities-v2\n  replicas: 1\n  replicas-while-copying: 2",
                        "run.yaml:11: target.replicas-while-copying must be at most target.replicas, which is 1, got 2"),
                mistake(
                        "  index: cities-v2",
                        "  index: cities-v2\n  settings: 5",
                        "run.yaml:10: target.settings must be a map of keys, got a single value"),
                mistake(
                        "  index: cities-v2",
                        "  index: cities-v2\n  settings: {index: {number_of_shards: 3}}",
                        "run.yaml:10: target.settings.index.number_of_shards is set by target.shards"),
                mistake(
                        "  index: cities-v2",
                        "  index: cities-v2\n  settings:\n    number_of_replicas: 3",
                        "run.yaml:11: target.settings.number_of_replicas is set by target.replicas"),
                mistake(
                        "  index: cities-v2",
                        "  index: cities-v2\n  settings:\n    refresh_interval: 5s\n    index: {refresh_interval: 1s}",
                        "run.yaml:12: target.settings.index.refresh_interval is given twice, first on line 11"),
                mistake(
                        "  index: cities-v2",
                        "  index: cities-v2\n  settings:\n    index.sort: {field: a}\n    sort.field: b",
                        "run.yaml:12: target.settings.sort.field is given twice, first on line 11"),
                mistake(
                        "  index: cities-v2",
                        "  index: cities-v2\n  settings: {analysis: {}}",
                        "run.yaml:10: target.settings.analysis must hold a setting, or be null to leave out the source's, got {}"),
                mistake(
                        "  index: cities-v2",
                        "  index: cities-v2\n---\nrun: x",
                        "run.yaml:11: holds a second document: a run file is one"));
    }
}
