package io.shardstream.control.compare.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.control.compare.scan.DocumentKey;
import org.junit.jupiter.api.Test;

class RoundFindingsTest {
    @Test
    void realDifferencesComeBeforeWhatIsKnownAndNoKindHidesAnother() {
        RoundFindings findings = new RoundFindings(_ -> {});
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

    private static DocumentDifference difference(Kind kind, String id) {
        return new DocumentDifference(kind, new DocumentKey(Bytes.utf8(id), null), 0, 1, 1);
    }
}
