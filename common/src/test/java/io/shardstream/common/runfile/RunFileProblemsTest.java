package io.shardstream.common.runfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a user reads who made a mistake.
class RunFileProblemsTest {
    @TempDir
    private Path folder = Path.of("");

    /// A line of the short run file, what stands in its place, and what is said about that.
    static Stream<Arguments> mistakes() {
        return Stream.of(
                mistake(
                        "run: cities",
                        "run: Cities!",
                        "run.yaml:1: run must be 1 to 60 lower-case letters, digits and hyphens, the first no hyphen, got \"Cities!\""),
                mistake("run: cities", "run: [cities]", "run.yaml:1: run must be a single value, got a list"),
                mistake("run: cities", "run:", "run.yaml:1: run has no value"),
                mistake("run: cities\n", "", "run.yaml: run is missing"),
                mistake(
                        "run: cities",
                        "run: &a cities\nsession-timeout: *a",
                        "run.yaml:2: session-timeout is a YAML alias, which a run file may not use",
                        "run.yaml:2: session-timeout must be a time such as 30s, got \"a\""),
                mistake("run: cities", "run: cities\nrun: towns", "run.yaml:2: run is given twice, first on line 1"),
                mistake(
                        "run: cities",
                        "rum: cities",
                        "run.yaml: run is missing",
                        "run.yaml:1: rum is not known; did you mean run?"),
                mistake(
                        "run: cities",
                        "run: cities\nbulk-bytes: 1mb",
                        "run.yaml:2: bulk-bytes is not known; did you mean writer.bulk-bytes?"),
                mistake(
                        "run: cities",
                        "run: cities\nwriter: {bulk-byts: 1mb}",
                        "run.yaml:2: writer.bulk-byts is not known; did you mean writer.bulk-bytes?"),
                mistake(
                        "run: cities",
                        "run: cities\nwriter: {bulksInFlight: 1}",
                        "run.yaml:2: writer.bulksInFlight is not known; did you mean writer.bulks-in-flight?"),
                mistake(
                        "run: cities",
                        "run: cities\nreader: {max_bytes: 1gb}",
                        "run.yaml:2: reader.max_bytes is not known; did you mean reader.max-bytes?"),
                mistake(
                        "run: cities",
                        "run: cities\nthrottle: {hours: [\"22:00-06:00\"]}",
                        "run.yaml:2: throttle.hours need time-zone, whose clocks they mean, such as Europe/Zurich or UTC"),
                mistake("run: cities", "run: cities\nelephant: 1", "run.yaml:2: elephant is not known"),
                mistake(
                        "run: cities",
                        "run: cities\ncutover.max-blocked: 5s",
                        "run.yaml:2: cutover.max-blocked must be written as 'max-blocked' in the section 'cutover'"),
                mistake(
                        "run: cities",
                        "run: cities\ncutover: {canaries: ['{\"size\":1}', '{nojson']}",
                        "run.yaml:2: cutover.canaries[2] must be the body of a search as JSON in quotes, got \"{nojson\""),
                mistake(
                        "run: cities",
                        "run: cities\ncutover: {replace-index: true, on-swap: https://switch.example/now}",
                        "run.yaml:2: cutover.on-swap cannot be used with cutover.replace-index, with which applications"
                                + " keep the name of the index"),
                mistake(
                        "run: cities",
                        "run: cities\ncutover: {on-swap: 'https://me:secret@switch.example/now'}",
                        "run.yaml:2: cutover.on-swap must not hold a user or a password"),
                mistake(
                        "run: cities",
                        "run: cities\ncutover: {on-swap: ['https://a.example/now', 'https://b.example/now']}",
                        "run.yaml:2: cutover.on-swap must be one address, or a program and its arguments"),
                mistake(
                        "run: cities",
                        "run: cities\ncutover: {on-swap: 'https:///now'}",
                        "run.yaml:2: cutover.on-swap must name a host: https:///now"),
                mistake(
                        "run: cities",
                        "run: cities\ncutover: {on-swap: ['${env:HOOK}', --now]}",
                        "run.yaml:2: cutover.on-swap would run ${env:HOOK} as a program, and it stands for an address."
                                + " Write the beginning of an address in the run file, such as"
                                + " https://${env:HOST}/path, and nothing behind it"),
                mistake(
                        "run: cities",
                        "run: cities\ncutover: {on-swap: '${env:HOOK}'}",
                        "run.yaml:2: cutover.on-swap would run ${env:HOOK} as a program, and it stands for an address."
                                + " Write the beginning of an address in the run file, such as"
                                + " https://${env:HOST}/path"),
                mistake(
                        "run: cities",
                        "run: cities\ncutover: {on-swap: [/opt/switch, ' ']}",
                        "run.yaml:2: cutover.on-swap[2] must not be empty"),
                mistake(
                        "run: cities",
                        "run: cities\ncutover: {on-swap-timeout: 1h}",
                        "run.yaml:2: cutover.on-swap-timeout must be 1s to 10m, got \"1h\""),
                mistake(
                        "run: cities",
                        "run: cities\ncutover: {replace-index: yes}",
                        "run.yaml:2: cutover.replace-index must be false, true or without-way-back, got \"yes\""),
                mistake(
                        "run: cities",
                        "run: cities\ncutover: {canaries: ['7']}",
                        "run.yaml:2: cutover.canaries[1] must be the body of a search as JSON in quotes, got \"7\""),
                mistake(
                        "run: cities",
                        "run: cities\nkafka.properties: {acks: 0}",
                        "run.yaml:2: kafka.properties must be written as 'properties' in the section 'kafka'"),
                mistake(
                        "run: cities",
                        "run: cities\ncutover:\n\tmax-lag: 1",
                        "run.yaml:3: is not valid YAML, see column 1: YAML is not indented with tabs"),
                mistake(
                        "run: cities",
                        "run: cities\nwriter: {bulk-bytes: 5}",
                        "run.yaml:2: writer.bulk-bytes must be a size such as 8mb, got \"5\""),
                mistake(
                        "run: cities",
                        "run: cities\nwriter: {bulk-bytes: 1gb}",
                        "run.yaml:2: writer.bulk-bytes must be 1kb to 256mb, got \"1gb\""),
                mistake(
                        "run: cities",
                        "run: cities\nwriter: {bulk-scope: index}",
                        "run.yaml:2: writer.bulk-scope must be shard, node or auto, got \"index\""),
                mistake(
                        "run: cities",
                        "run: cities\nwriter: {bulk-bytes: 999999999999999999gb}",
                        "run.yaml:2: writer.bulk-bytes must be 1kb to 256mb, got \"999999999999999999gb\""),
                mistake(
                        "run: cities",
                        "run: cities\nwriter: {max-bytes: 1mb}",
                        "run.yaml:2: writer.max-bytes must be at least writer.bulk-bytes (5mb), got 1mb"),
                mistake(
                        "run: cities",
                        "run: cities\nwriter: {bulks-in-flight: 0}",
                        "run.yaml:2: writer.bulks-in-flight must be 1 to 64, got \"0\""),
                mistake(
                        "run: cities",
                        "run: cities\nwriter: {bulks-in-flight: two}",
                        "run.yaml:2: writer.bulks-in-flight must be a whole number, got \"two\""),
                mistake(
                        "run: cities",
                        "run: cities\nwriter: 7",
                        "run.yaml:2: writer must be a map of keys, got a single value"),
                mistake(
                        "run: cities",
                        "run: cities\nreader: {window-bytes: 128mb}",
                        "run.yaml:2: reader.max-bytes must be at least reader.window-bytes (128mb), got 64mb"),
                mistake(
                        "run: cities",
                        "run: cities\nsession-timeout: 10",
                        "run.yaml:2: session-timeout must be a time such as 30s, got \"10\""),
                mistake(
                        "run: cities",
                        "run: cities\nsession-timeout: 1h",
                        "run.yaml:2: session-timeout must be 1s to 30m, got \"1h\""),
                mistake(
                        "run: cities",
                        "run: cities\ndocs: {max-backlog: 1kb}",
                        "run.yaml:2: docs.max-backlog must be 1mb to 1048576gb, got \"1kb\""),
                mistake(
                        "run: cities",
                        "run: cities\ndocs: {seal-key: \"${env:TARGET_KEY}\"}",
                        "run.yaml:2: docs.seal-key must stand for 32 bytes in base64, such as openssl rand -base64 32"
                                + " writes: ${env:TARGET_KEY}"),
                mistake(
                        "run: cities",
                        "run: cities\ndocs: {seal-key: c2VjcmV0}",
                        "run.yaml:2: docs.seal-key must be ${env:NAME} or ${file:path}: a secret is not written into a"
                                + " run file"),
                mistake(
                        "run: cities",
                        "run: cities\ndocs: {trim: always}",
                        "run.yaml:2: docs.trim must be never, verified or written, got \"always\""),
                mistake(
                        "run: cities",
                        "run: cities\ndocs: {max-document: 2gb}",
                        "run.yaml:2: docs.max-document must be 1kb to 1gb, got \"2gb\""),
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
                        "run: cities\n",
                        "run: cities\nversion: {mode: epoch}\n",
                        "run.yaml:2: version.mode must be seqno, source or create, got \"epoch\""),
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

    @ParameterizedTest
    @MethodSource("mistakes")
    void aMistakeIsSaidInASentenceWithFileLineAndKey(String right, String wrong, String sentences) throws Exception {
        assertThat(RunFiles.SHORT).contains(right);
        int place = RunFiles.SHORT.lastIndexOf(right);
        int from = right.contains("9200") || right.equals("  index: cities\n") ? RunFiles.SHORT.indexOf(right) : place;
        String yaml = RunFiles.SHORT.substring(0, from) + wrong + RunFiles.SHORT.substring(from + right.length());
        assertThat(String.join("\n", RunFiles.problems(folder, yaml))).isEqualTo(sentences);
    }

    /// Case C-42.
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "-a ~ must not begin with -, _ or +",
                "_a ~ must not begin with -, _ or +",
                "+a ~ must not begin with -, _ or +",
                ". ~ must not be . or ..",
                ".. ~ must not be . or ..",
                "'' ~ must not be empty",
                "a b ~ must not hold a space",
                "a#b ~ must not hold '#'",
                "a:b ~ must not hold ':'",
                "a/b ~ must not hold '/'",
                "'a\\b' ~ must not hold '\\'",
                "'a\"b' ~ must not hold '\"'",
                "<a-{now/d}> ~ must be the name of one index, not a pattern, a list or date math",
                "a?apikey=s3cr3t ~ must be the name of one index, not a pattern, a list or date math, got \"a?…\""
            })
    void whatElasticsearchRefusesAsAnIndexIsRefusedByTheRuleThatItBreaks(String index, String rule) throws Exception {
        String yaml = RunFiles.SHORT.replace("index: cities-v2", "index: " + index);
        assertThat(RunFiles.problems(folder, yaml))
                .singleElement()
                .asString()
                .startsWith("run.yaml:9: target.index " + rule)
                .doesNotContain("s3cr3t");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a_b:9092", "'[::1]:9092'", "10.0.0.1:1"})
    void aBrokerMayHaveAnyNameThatHostsHave(String broker) throws Exception {
        assertThat(RunFiles.problems(folder, RunFiles.SHORT.replace("localhost:9092", broker)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a:0", "'[12]:9092'", "a", "a b:9092", ":9092"})
    void whatIsNoHostAndPortIsNoBroker(String broker) throws Exception {
        assertThat(RunFiles.problems(folder, RunFiles.SHORT.replace("localhost:9092", broker)))
                .singleElement()
                .asString()
                .contains("kafka.bootstrap must be host:port");
    }

    @Test
    void anIndexMayHave255BytesAndAnyLetters() throws Exception {
        String fits = "é".repeat(127) + "2";
        assertThat(RunFiles.problems(folder, RunFiles.SHORT.replace("cities-v2", fits)))
                .isEmpty();
        assertThat(RunFiles.problems(folder, RunFiles.SHORT.replace("cities-v2", fits + "a")))
                .hasSize(1);
    }

    @Test
    void allProblemsAreSaidAtOnceInTheOrderOfTheirLines() throws Exception {
        assertThat(RunFiles.problems(folder, """
                run: X
                kafka:
                  bootstrap: here
                  replicas: 2
                source:
                  nodes: []
                  index: "*"
                target:
                  shard: 3
                writer:
                  bulk-bytes: many
                """))
                .containsExactly(
                        "run.yaml:1: run must be 1 to 60 lower-case letters, digits and hyphens, the first no hyphen, got \"X\"",
                        "run.yaml:3: kafka.bootstrap must be host:port, such as localhost:9092, got \"here\"",
                        "run.yaml:4: kafka.replicas is not known; did you mean kafka.replication?",
                        "run.yaml:6: source.nodes must have at least one value",
                        "run.yaml:7: source.index must be the name of one index, not a pattern, a list or date math, got \"*\"",
                        "run.yaml:8: target.nodes is missing",
                        "run.yaml:8: target.index is missing",
                        "run.yaml:9: target.shard is not known; did you mean target.shards?",
                        "run.yaml:11: writer.bulk-bytes must be a size such as 8mb, got \"many\"");
    }

    @Test
    void whatIsNoYamlAtAllIsOneSentence() throws Exception {
        assertThat(RunFiles.problems(folder, ""))
                .containsExactly("run.yaml: is empty: a run file needs at least run, kafka, source and target");
        assertThat(RunFiles.problems(folder, "# nothing\n"))
                .containsExactly("run.yaml: is empty: a run file needs at least run, kafka, source and target");
        assertThat(RunFiles.problems(folder, "just words"))
                .containsExactly("run.yaml:1: a run file must be a map of keys, got a single value");
        assertThat(RunFiles.problems(folder, "- 1\n- 2\n"))
                .containsExactly("run.yaml:1: a run file must be a map of keys, got a list");
        assertThat(RunFiles.problems(folder, "run: cities\n\tkafka: s3cr3t-never-shown\n"))
                .containsExactly("run.yaml:2: is not valid YAML, see column 1: YAML is not indented with tabs");
        assertThat(RunFiles.problems(folder, "{".repeat(2000))).hasSize(1);
    }

    @Test
    void aFileThatCannotBeReadIsOneSentence() throws Exception {
        Path file = folder.resolve("x.yaml");
        assertThatThrownBy(() -> RunFile.read(file, name -> null))
                .isInstanceOf(RunFileException.class)
                .hasMessage(file + ": there is no such file");
        assertThatThrownBy(() -> RunFile.read(folder, name -> null))
                .hasMessage(folder + ": is a folder, not a run file");
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThatThrownBy(() -> RunFile.read(file, name -> null)).hasMessage(file + ": is not text in UTF-8");
        Files.write(file, new byte[2 << 20]);
        assertThatThrownBy(() -> RunFile.read(file, name -> null))
                .hasMessage(file + ": has more than 1048576 bytes; a run file is a text file of 1mb at most");
        assertThatThrownBy(() -> RunFile.read(Path.of("/dev/zero"), name -> null))
                .hasMessage("/dev/zero: is no regular file; a run file is a text file of 1mb at most");
    }

    @Test
    void aSecretThatIsNoSmallFileOfTextIsOneSentence() throws Exception {
        Files.write(folder.resolve("long"), new byte[(1 << 20) + 1]);
        Files.writeString(folder.resolve("marked"), "\uFEFF" + RunFiles.SECRET);
        assertThat(bearerProblems("/dev/zero"))
                .containsExactly("run.yaml:7: source.auth.bearer needs the file /dev/zero, which is no regular file");
        assertThat(bearerProblems("long"))
                .containsExactly(
                        "run.yaml:7: source.auth.bearer needs the file long, which has more than 1048576 bytes");
        assertThat(bearerProblems("marked"))
                .containsExactly("run.yaml:7: source.auth.bearer needs the file marked, which begins with a byte order"
                        + " mark, as if that were a part of the secret: save it without");
    }

    private List<String> bearerProblems(String file) throws Exception {
        return RunFiles.problems(
                folder,
                RunFiles.SHORT.replace(
                        "  index: cities\n", "  index: cities\n  auth: {bearer: '${file:" + file + "}'}\n"));
    }

    @Test
    void whatIsTrustedByNameMayBeOfAnotherHostAndAHostMayHaveAnUnderscore() throws Exception {
        String yaml = RunFiles.SHORT
                .replace(
                        "  bootstrap: localhost:9092",
                        "  bootstrap: a:1\n  properties: {ssl.endpoint.identification.algorithm: '',"
                                + " ssl.truststore.location: ca.pem, ssl.truststore.type: PEM}")
                .replace("http://localhost:9200\n  index: cities\n", "http://es_1:9200/\n  index: cities\n");
        RunFile run = RunFiles.read(folder, yaml);
        assertThat(run.source().endpoint().nodes()).containsExactly(URI.create("http://es_1:9200"));
        assertThat(run.source().endpoint().isHere()).isFalse();
        assertThat(run.target().endpoint().isHere()).isTrue();
    }

    private static Arguments mistake(String right, String wrong, String... sentences) {
        return Arguments.of(right, wrong, String.join("\n", sentences));
    }
}
