package io.shardstream.common.runfile;

import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/// Mistakes in what a run file says of the run itself and of its processes.
final class RunMistakes {
    private RunMistakes() {}

    /// A line of the short run file, what stands in its place, and what is said about that.
    static Stream<Arguments> all() {
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
                        "run: cities\n",
                        "run: cities\nversion: {mode: epoch}\n",
                        "run.yaml:2: version.mode must be seqno, source or create, got \"epoch\""));
    }

    static Arguments mistake(String right, String wrong, String... sentences) {
        return Arguments.of(right, wrong, String.join("\n", sentences));
    }
}
