package io.shardstream.control.preflight.checkup;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.time.Duration;
import java.time.Instant;

/// How long a server's certificate is still good.
final class CertificateRule {
    private static final int SOON = 14;

    private CertificateRule() {}

    /// @param place whose certificate it is, such as `https://es1:9200`
    /// @param until when it ends
    static Finding of(String place, Instant until, Instant now) {
        long days = Duration.between(now, until).toDays();
        if (now.isAfter(until)) {
            return Finding.blocks(
                    FindingCode.CERTIFICATE_ENDED,
                    "The certificate of " + place + " ended on " + until + ".",
                    "Give the server a new one; nobody can connect to it until then.");
        }
        String what = "The certificate of " + place + " is good for " + NumberText.of(days, "day") + " more.";
        return days < SOON
                ? Finding.warns(FindingCode.CERTIFICATE_ENDS_SOON, what, "Renew it before the run is over.")
                : Finding.notes(FindingCode.CERTIFICATE_VALID, what, "");
    }
}
