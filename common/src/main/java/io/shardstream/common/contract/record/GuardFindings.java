package io.shardstream.common.contract.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// How fast the run may work on each data node for production's sake, under the key [#KEY] of the control
/// topic; kept fresh by the controller while an [Objective] is set. A finding that is not renewed says
/// nothing any more: production may fare otherwise by now.
///
/// @param at when the controller wrote it, by its own clock, so that no two are the same
/// @param findings one for each side and data node
public record GuardFindings(Instant at, List<Finding> findings) {
    /// The record's key in the control topic.
    public static final String KEY = "guard";

    private static final int FORMAT = 2;

    public GuardFindings {
        findings = List.copyOf(findings);
    }

    /// What holds for a node.
    ///
    /// @param node its name; empty for all of which there is no finding of their own
    /// @param rate bytes of documents a second, at least 0
    /// @param isMissed whether production did not fare as it should when it was measured last: it missed its
    ///     objective, waited in a long queue or was refused something; false while it cannot be measured
    /// @param reason what that is because of, for people
    public record Finding(Side side, String node, long rate, boolean isMissed, String reason) {
        public Finding {
            if (rate < 0) {
                throw new IllegalArgumentException("a rate is at least 0, got " + rate);
            }
        }
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT).put("at_ms", at.toEpochMilli());
        ArrayNode sides = object.putArray("sides");
        ArrayNode nodes = object.putArray("nodes");
        ArrayNode rates = object.putArray("rates");
        ArrayNode missed = object.putArray("missed");
        ArrayNode reasons = object.putArray("reasons");
        findings.forEach(finding -> {
            sides.add(finding.side().label());
            nodes.add(finding.node());
            rates.add(finding.rate());
            missed.add(finding.isMissed());
            reasons.add(finding.reason());
        });
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static GuardFindings decode(byte[] value) {
        return StrictObject.decode("guard", FORMAT, value, object -> {
            Instant at = Instant.ofEpochMilli(object.longOf("at_ms"));
            List<String> sides = object.listOf("sides");
            List<String> nodes = object.listOf("nodes");
            List<Long> rates = object.longsOf("rates");
            List<Boolean> missed = object.booleansOf("missed");
            List<String> reasons = object.listOf("reasons");
            int count = sides.size();
            if (List.of(nodes, rates, missed, reasons).stream().anyMatch(list -> list.size() != count)) {
                throw new UnknownRecordException("guard: its lists are not of one length");
            }
            List<Finding> findings = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                findings.add(
                        new Finding(Side.of(sides.get(i)), nodes.get(i), rates.get(i), missed.get(i), reasons.get(i)));
            }
            return new GuardFindings(at, findings);
        });
    }
}
