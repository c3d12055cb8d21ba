package io.shardstream.control.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.control.scan.DocumentKey;
import org.junit.jupiter.api.Test;

class FindingsTest {
    @Test
    void realDifferencesComeBeforeWhatIsKnownAndNoKindHidesAnother() {
        Findings findings = new Findings(_ -> {});
        for (int i = 0; i < 30; i++) {
            findings.add(difference(Kind.UNSWEPT, "u" + i));
        }
        findings.add(difference(Kind.REJECTED, "r"));
        findings.add(difference(Kind.MISSING, "m"));

        assertThat(findings.first())
                .hasSize(12)
                .startsWith(difference(Kind.MISSING, "m"), difference(Kind.REJECTED, "r"))
                .contains(difference(Kind.UNSWEPT, "u0"));
    }

    private static Difference difference(Kind kind, String id) {
        return new Difference(kind, new DocumentKey(Bytes.utf8(id), null), 0, 1, 1);
    }
}
