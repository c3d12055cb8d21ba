package io.shardstream.control.index.target;

import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.SettingText;
import io.shardstream.control.index.TemplateAdditions;
import io.shardstream.control.index.source.SourceRules;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/// What index templates must not add to a target: another would be made than was asked for.
public final class TemplateRules {
    private static final String ANOTHER_NAME =
            "Name a target index that the template does not match (index_patterns), or change the template for the"
                    + " time of the run.";

    private TemplateRules() {}

    /// All that is wrong with them, empty if the target may be made. Each of these blocks a run.
    ///
    /// @param wanted the target as the run asks for it
    public static List<Finding> problems(WantedTarget wanted, TemplateAdditions templates) {
        List<Finding> problems = new ArrayList<>();
        String index = "target index '" + wanted.name() + "'";
        if (templates.makesDataStreams()) {
            problems.add(Finding.blocks(
                    FindingCode.TEMPLATE_MAKES_DATA_STREAMS,
                    sentence(templates) + " makes data streams only and matches " + index
                            + ", so that the target refuses to make an ordinary index of this name.",
                    ANOTHER_NAME));
        }
        if (!templates.aliases().isEmpty()) {
            problems.add(Finding.blocks(
                    FindingCode.TEMPLATE_ALIASES,
                    sentence(templates) + " would give " + index + " the aliases "
                            + String.join(", ", new TreeSet<>(templates.aliases()))
                            + ", by which it would be searched or written before it is complete.",
                    ANOTHER_NAME));
        }
        String pipeline = templates.settings().getOrDefault("index.final_pipeline", "_none");
        if (!pipeline.isEmpty() && !pipeline.equals("_none") && wanted.setting("index.final_pipeline") == null) {
            problems.add(Finding.blocks(
                    FindingCode.TEMPLATE_FINAL_PIPELINE,
                    sentence(templates) + " would give " + index + " the final pipeline '" + pipeline
                            + "', which would change every document.",
                    "Set index.final_pipeline: _none under target.settings."));
        }
        loss(wanted, templates)
                .ifPresent(loss -> problems.add(Finding.blocks(
                        FindingCode.TEMPLATE_LOSES_DOCUMENTS,
                        sentence(templates) + " would make a target that is no place for a copy: " + index + " " + loss
                                + ".",
                        "Say it otherwise under target.settings or target.mappings. " + ANOTHER_NAME)));
        return problems;
    }

    /// What to do where a server refuses to make an index.
    ///
    /// @param templates what they add to an index of this name
    /// @param reason what the server says
    public static String adviceOfRefusal(TemplateAdditions templates, String reason) {
        String byRunFile = "Change it under target.settings or target.mappings (a setting of null is left out)";
        if (!templates.isSomething()) {
            return byRunFile + ".";
        }
        return templates.settings().keySet().stream().anyMatch(reason::contains)
                ? "It may come from " + templates.words() + ", which adds it to an index of this name: change that, or"
                        + " say it otherwise under target.settings."
                : byRunFile + ", or in " + templates.words() + ", which adds to an index of this name.";
    }

    /// The target as servers make it: what the request says wins, key by key.
    public static WantedTarget merged(WantedTarget wanted, TemplateAdditions templates) {
        Map<String, JsonNode> settings = new HashMap<>();
        templates.settings().forEach((name, value) -> settings.put(name, SettingText.parsed(value)));
        IndexDescription asked = wanted.description();
        settings.putAll(asked.settings());
        return new WantedTarget(
                new IndexDescription(
                        asked.name(),
                        settings,
                        templates.under(asked.mappings()),
                        asked.aliases(),
                        asked.routingNumShards()),
                wanted.exists(),
                wanted.isWishIgnored(),
                wanted.laterReplicas());
    }

    /// What the target would not keep by a template alone.
    private static Optional<String> loss(WantedTarget wanted, TemplateAdditions templates) {
        if (SourceRules.lossOfTarget(wanted.description(), wanted.settings()).isPresent()) {
            return Optional.empty();
        }
        WantedTarget merged = merged(wanted, templates);
        return SourceRules.lossOfTarget(merged.description(), merged.settings());
    }

    private static String sentence(TemplateAdditions templates) {
        String words = templates.words();
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
