package io.shardstream.ittests.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.shardstream.control.compare.verify.DocumentDifference;
import io.shardstream.control.compare.verify.Kind;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.server.RealServers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
@RealServers
class RejectedDocumentsServersTest {
    @Test
    void whatWasRejectedIsListedAndIsNoDifference() throws Exception {
        String large = "{\"text\":\"" + "x".repeat(2000) + "\"}";
        try (CopyRun run = CopyRun.create().withSource().withDocs("max-document: 1kb")) {
            try (ComparedCopy copy = ComparedCopy.of(run)) {
                ComparedCopy.ids(20).forEach(id -> run.rest().put("/" + run.source() + "/_doc/" + id, "{\"n\":1}"));
                run.startHere("reader");
                run.startHere("writer");
                copy.drain();
                run.rest().put("/" + run.source() + "/_doc/d3", large);
                run.rest().put("/" + run.source() + "/_doc/new", large);
                copy.drain();

                assertThat(copy.sweep().deleted()).isZero();
                assertThat(copy.differences())
                        .extracting(
                                DocumentDifference::kind,
                                one -> one.document().id().utf8())
                        .containsExactlyInAnyOrder(tuple(Kind.STALE_BY_REJECT, "d3"), tuple(Kind.REJECTED, "new"));
                ComparedCopy.Printed verified = copy.execute("verify", "--content", "all", "--repair");
                assertThat(verified.code()).isZero();
                assertThat(verified.summary().path("rejects").asLong()).isEqualTo(2);
                assertThat(copy.isInTarget("d3")).isTrue();
            }
        }
    }
}
