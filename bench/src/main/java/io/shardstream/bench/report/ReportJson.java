package io.shardstream.bench.report;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// A report as JSON.
public final class ReportJson {
    private static final JsonMapper MAPPER = new JsonMapper();

    private ReportJson() {}

    /// `{"bench":…,"facts":{…},"rows":[{"name":…,"unit":…,"median":…,"values":[…]}],"targets":[{"target":…,"value":…,…}]}`
    public static ObjectNode of(BenchReport report) {
        ObjectNode json = MAPPER.createObjectNode().put("bench", report.name());
        ObjectNode facts = json.putObject("facts");
        report.facts().forEach(facts::putPOJO);
        ArrayNode rows = json.putArray("rows");
        for (Row row : report.rows()) {
            ObjectNode one = rows.addObject()
                    .put("name", row.name())
                    .put("unit", row.unit())
                    .put("median", row.samples().median());
            row.samples().values().forEach(one.withArray("values")::add);
        }
        ArrayNode targets = json.putArray("targets");
        for (TargetResult finding : report.findings()) {
            ObjectNode one = targets.addObject()
                    .put("target", finding.target().number())
                    .put("what", finding.target().what())
                    .put("value", finding.value())
                    .put("wanted", finding.target().wantedText())
                    .put("verdict", finding.verdict().word())
                    .put("detail", finding.detail());
            finding.flaw().ifPresent(flaw -> one.put("flaw", flaw));
        }
        return json;
    }
}
