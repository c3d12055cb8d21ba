package io.shardstream.common.runfile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Run files for tests, and an environment that is the same on every machine.
final class RunFiles {
    /// What no sentence and no printed form may ever hold.
    static final String SECRET = "s3cr3t-never-shown";

    static final String PLAIN = "org.apache.kafka.common.security.plain.PlainLoginModule";

    /// 32 bytes in base64.
    static final String SEAL_KEY = "c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2U=";

    static final Map<String, String> ENVIRONMENT = Map.of(
            "SOURCE_PASSWORD",
            SECRET,
            "TARGET_KEY",
            SECRET + "-key",
            "SEAL_KEY",
            SEAL_KEY,
            "EMPTY",
            "",
            "HOOK",
            "https://hook.example/" + SECRET,
            "TWO_LINES",
            SECRET + "\nx");

    /// The keys that have no default, and no other.
    static final String SHORT = """
            run: cities
            kafka:
              bootstrap: localhost:9092
            source:
              nodes: http://localhost:9200
              index: cities
            target:
              nodes: http://localhost:9200
              index: cities-v2
            """;

    /// Every key, each with a value that is not its default. Reads `ca.pem` and `password` in its folder.
    static final String FULL = """
            # a comment
            run: all-keys
            kafka:
              bootstrap: [a:9092, "b:9093"]
              replication: 3
              properties:
                security.protocol: SASL_SSL
                sasl.jaas.config: 'org.apache.kafka.common.security.plain.PlainLoginModule required username="u" password="${env:SOURCE_PASSWORD}";'
                ssl.keystore.password: ${file:password}
                request.timeout.ms: 1000
            source:
              nodes:
                - https://es1.example:9243
                - https://es2.example
              auth:
                basic: {user: reader, password: "${env:SOURCE_PASSWORD}"}
              tls:
                ca: ca.pem
                verification: certificate
                certificate: ca.pem
                key: password
              request-timeout: 90s
              index: .hidden-source
              ids-unique-across-routings: true
              application-versions: true
              refresh: false
              refresh-interval: 7s
              on-mapping-change: note
            target:
              nodes: ["http://127.0.0.1:9200/"]
              auth:
                api-key: ${env:TARGET_KEY}
              request-timeout: 1500ms
              index: 2026
              shards: 5
              replicas: 2
              replicas-while-copying: 1
              settings:
                index:
                  refresh_interval: -1
                  codec: best_compression
              mappings:
                dynamic: false
                properties:
                  name: {type: keyword, ignore_above: 256}
                  weight: {type: float, null_value: 1.50}
              accept-as-it-is: true
              on-mapping-change: warn
            docs:
              max-document: 20mb
              max-backlog: 2gb
              trim: verified
              seal-key: ${env:SEAL_KEY}
            reader:
              windows-in-flight: 2
              window-bytes: 512kb
              max-bytes: 1gb
            writer:
              bulk-bytes: 1024b
              bulk-scope: shard
              bulks-in-flight: 7
              max-bytes: 32mb
            version:
              mode: source
            follow: true
            rejects: {max: 100}
            sweep:
              every: 5m
            cutover:
              max-blocked: 30s
              max-lag: 500
              canaries: ['{"size":0}', "{}"]
              canary-tolerance: 20%
              replace-index: false
              on-swap: [/opt/switch, "--token=${env:SEAL_KEY}"]
              on-swap-timeout: 20s
            throttle:
              per-node: 2mb
              total: 0b
              requests: 3
              hours: ["22:00-06:00", "12:00-13:30"]
              time-zone: Europe/Zurich
            guard:
              search-latency: 50ms
              cpu: 80%
              canary: '{"size":1}'
            session-timeout: 2m
            """;

    private RunFiles() {}

    /// Reads a text as the file `run.yaml` of a folder.
    static RunFile read(Path folder, String yaml) throws RunFileException, IOException {
        Path file = folder.resolve("run.yaml");
        Files.writeString(file, yaml);
        if (!Files.exists(folder.resolve("ca.pem"))) {
            Files.writeString(folder.resolve("password"), SECRET + "-file\n");
            Files.writeString(folder.resolve("ca.pem"), "");
        }
        return RunFile.read(file, ENVIRONMENT::get);
    }

    /// The problems of a text, with the folder left out of them; none if it is fine.
    static List<String> problems(Path folder, String yaml) throws IOException {
        try {
            read(folder, yaml);
            return List.of();
        } catch (RunFileException e) {
            return e.problems().stream()
                    .map(problem -> problem.replace(folder + "/", ""))
                    .toList();
        }
    }
}
