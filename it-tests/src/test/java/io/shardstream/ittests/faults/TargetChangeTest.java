package io.shardstream.ittests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.cli.sample.Articles;
import io.shardstream.cli.sample.SampleDocument;
import io.shardstream.ittests.copy.CopyRun;
import io.shardstream.ittests.proxy.HoldPoint;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// F-30: a target whose mapping changes while the run works.
class TargetChangeTest {
    private static final int DOCUMENTS = 300;

    @Test
    void whatDoesNotFitAMappingThatWasChangedIsRejectedAndTheOthersAreCopied() {
        List<SampleDocument> late = IntStream.range(0, 30)
                .mapToObj(i -> SampleDocument.of("late-" + i, "{\"late\":\"word %d\"}".formatted(i)))
                .toList();
        try (CopyRun run = CopyRun.create()
                .withSource("\"number_of_shards\":3", "{\"dynamic\":false}")
                .holding(Stream.concat(new Articles(12).stream(DOCUMENTS), late.stream()))
                .planned()) {
            HoldPoint point = Moment.SEARCH_ANSWERED.in(run);
            run.startHere("reader");
            run.startHere("writer");
            point.awaitReached();
            run.targetRest().put("/" + run.target() + "/_mapping", "{\"properties\":{\"late\":{\"type\":\"long\"}}}");
            point.pass();
            run.awaitComplete();

            // Those that other shards had ready before the change are in the target.
            var rejects = run.rejects();
            assertThat(rejects)
                    .isNotEmpty()
                    .allSatisfy(reject ->
                            assertThat(reject.reason()).contains("failed to parse field [late] of type [long]"))
                    .extracting(reject -> CopyRun.idOf(reject).id())
                    .isSubsetOf(late.stream().map(SampleDocument::id).toList());
            assertThat(run.assertCopied().equal()).isEqualTo(DOCUMENTS + late.size() - rejects.size());
        }
    }
}
