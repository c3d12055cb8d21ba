package io.shardstream.ittests.cutover;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.Phase;
import io.shardstream.common.contract.record.SignedOff;
import io.shardstream.common.kafka.ControlRecords;
import io.shardstream.ittests.copy.Child;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.copy.Here;
import io.shardstream.ittests.server.Rest;
import io.shardstream.ittests.server.TestPatience;
import io.shardstream.workload.load.Articles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// A run that follows its source, which production reaches by aliases, with some documents changed since
/// the backfill.
final class FollowedRun implements AutoCloseable {
    static final int DOCUMENTS = 200;

    final CopyRun run;

    private FollowedRun(CopyRun run) {
        this.run = run;
    }

    /// One of which no part works yet.
    static FollowedRun prepared() {
        return prepared("replicas: 0");
    }

    /// @param targetLines of the run file's section `target`
    static FollowedRun prepared(String targetLines) {
        return prepared(CopyRun.create(), "\"number_of_shards\":2", targetLines);
    }

    /// @param sourceSettings members of the object `settings` of the source
    static FollowedRun prepared(CopyRun run, String sourceSettings, String targetLines) {
        return prepared(run, sourceSettings, targetLines, DOCUMENTS);
    }

    /// No document passes the filter of the alias with a routing: one that was written without the routing would need
    /// consent where the target places documents otherwise.
    ///
    /// @param sourceSettings members of the object `settings` of the source
    static FollowedRun prepared(CopyRun run, String sourceSettings, String targetLines, int documents) {
        FollowedRun followed =
                new FollowedRun(run.withSource(sourceSettings, "{\"properties\":{\"kind\":{\"type\":\"keyword\"}}}")
                        .withTarget(targetLines)
                        .following()
                        .holding(new Articles(7).stream(documents)));
        followed.rest().post("/_aliases", """
                {"actions": [
                  {"add": {"index": "%s", "alias": "%s", "is_write_index": true}},
                  {"add": {"index": "%s", "alias": "%s", "filter": {"term": {"kind": "capital"}}, "routing": "r"}}]}
                """.formatted(
                        followed.source(), followed.alias(), followed.source(), followed.alias() + "-cities"));
        return followed;
    }

    /// A run that copies this one's target, when production is there; no part of it works yet.
    FollowedRun next() {
        return new FollowedRun(run.next().withTarget("replicas: 0").following());
    }

    /// One that is catching up, its parts in this process, after updates and deletes.
    static FollowedRun catchingUp() {
        FollowedRun followed = prepared();
        followed.run.startHere("control");
        followed.run.startHere("reader");
        followed.run.startHere("writer");
        followed.run.awaitPhase(Phase.CATCHING_UP);
        followed.change();
        return followed;
    }

    /// Starts all parts, the controller as a process of its own, and waits until the run follows its source.
    ///
    /// @return the controller
    Child follow() {
        Child control = run.start("control");
        run.startHere("reader");
        run.startHere("writer");
        run.awaitPhase(Phase.CATCHING_UP);
        return control;
    }

    /// Updates, deletes, re-creates and inserts as clients do.
    void change() {
        rest().put("/" + alias() + "/_doc/new-1?refresh=true", "{\"kind\":\"city\",\"n\":1}");
        rest().put("/" + alias() + "/_doc/new-2", "{\"kind\":\"river\",\"n\":2}");
        rest().delete("/" + alias() + "/_doc/new-2");
        rest().put("/" + alias() + "/_doc/new-3", "{\"n\":3}");
        rest().delete("/" + alias() + "/_doc/new-3");
        rest().put("/" + alias() + "/_doc/new-3?refresh=true", "{\"n\":33}");
    }

    String alias() {
        return run.source() + "-production";
    }

    String source() {
        return run.source();
    }

    String target() {
        return run.target();
    }

    Rest rest() {
        return run.rest();
    }

    ControlRecords said() {
        return ControlRecords.read(run.connection(), run.topics());
    }

    SignedOff signedOff() {
        return said().of(SignedOff.KEY, SignedOff::decode).orElseThrow();
    }

    /// Aliases of an index with what they are, but not the run's own.
    Map<String, JsonNode> aliases(String index) {
        Map<String, JsonNode> aliases = new TreeMap<>();
        rest().get("/" + index + "/_alias")
                .path(index)
                .path("aliases")
                .properties()
                .forEach(entry -> {
                    if (!entry.getKey().startsWith("Shardstream-")) {
                        aliases.put(entry.getKey(), entry.getValue());
                    }
                });
        return aliases;
    }

    boolean takesWrites(String index) {
        return rest().send("PUT", "/" + index + "/_doc/probe", "{}").isOk()
                && rest().send("DELETE", "/" + index + "/_doc/probe", "").isOk();
    }

    /// Everything that a write to an index would change.
    String numbers(String index) {
        return rest().get("/" + index + "/_stats/docs?level=shards&filter_path=indices.*.shards.*.seq_no")
                .toString();
    }

    void cutOver(String... options) {
        CopyRun.Output output = run.command(words("cutover", options));
        assertThat(output.code()).as(output.text()).isZero();
    }

    static String[] words(String first, String... more) {
        String[] all = new String[more.length + 1];
        all[0] = first;
        System.arraycopy(more, 0, all, 1, more.length);
        return all;
    }

    void assertCutOver(Map<String, JsonNode> before) {
        assertThat(aliases(target())).isEqualTo(before);
        assertThat(aliases(source())).isEmpty();
        assertThat(rest().send("PUT", "/" + source() + "/_doc/late", "{}").status())
                .isEqualTo(403);
        assertThat(said().isIn(Phase.COMPLETED)).isTrue();
        assertThat(signedOff().source()).isEqualTo(signedOff().sourceAfter());
        run.assertCopied();
    }

    void assertNotCutOver(Map<String, JsonNode> before) {
        assertThat(aliases(source())).isEqualTo(before);
        assertThat(aliases(target())).isEmpty();
        assertThat(takesWrites(source())).isTrue();
        assertThat(said().isIn(Phase.CATCHING_UP)).isTrue();
    }

    static void assertEnded(Here part) {
        assertThat(part.awaitEnd(TestPatience.LIMIT)).isZero();
    }

    @Override
    public void close() {
        run.close();
        try {
            // A cut-over leaves its record where it was started.
            Files.deleteIfExists(Path.of(run.topics().run() + ".cutover.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
