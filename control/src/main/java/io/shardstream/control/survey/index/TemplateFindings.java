package io.shardstream.control.survey.index;

import io.shardstream.control.finding.Finding;
import io.shardstream.control.target.WantedTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What index templates of the target's cluster would add to a target that is still to be created.
public final class TemplateFindings {
    private static final String FINAL_PIPELINE = "final_pipeline";

    private TemplateFindings() {}

    /// @param answer to `POST /_index_template/_simulate_index/<name>`, which creates nothing
    public static List<Finding> of(WantedTarget target, JsonNode answer) {
        List<Finding> findings = new ArrayList<>();
        JsonNode template = answer.path("template");
        JsonNode settings = template.path("settings").path("index");
        String pipeline = settings.path(FINAL_PIPELINE).asString("");
        if (!pipeline.isEmpty() && !pipeline.equals("_none") && target.setting("index." + FINAL_PIPELINE) == null) {
            findings.add(Finding.blocks(
                    "pipeline",
                    "An index template would give the target the final pipeline '" + pipeline
                            + "', which would change every document.",
                    "Set index.final_pipeline: _none under target.settings."));
        }
        Function<String, @Nullable String> setting =
                name -> settings.at("/" + name.substring("index.".length()).replace('.', '/'))
                        .asString("");
        Policies.of(setting)
                .ifPresent(policy -> findings.add(Finding.warns(
                        "lifecycle",
                        "An index template would put the target under the lifecycle policy '" + policy
                                + "', which may roll it over, shrink or delete it while it is filled.",
                        "Choose a name that the template does not match, or take the policy away as soon as the"
                                + " target is there.")));
        if (!template.path("aliases").isEmpty()) {
            findings.add(Finding.warns(
                    "aliases",
                    "An index template would give the target the aliases "
                            + String.join(", ", template.path("aliases").propertyNames())
                            + ", by which it is searched or written before it is complete.",
                    "Choose a name that the template does not match."));
        }
        return findings;
    }
}
