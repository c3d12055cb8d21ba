package io.shardstream.control.preflight.server;

import io.shardstream.control.index.TemplateAdditions;
import io.shardstream.control.index.target.Policies;
import io.shardstream.control.index.target.TemplateRules;
import io.shardstream.control.index.target.WantedTarget;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.ArrayList;
import java.util.List;

/// What index templates of the target's cluster would add to a target that is still to be created.
public final class TemplateFindings {
    private TemplateFindings() {}

    public static List<Finding> of(WantedTarget target, TemplateAdditions templates) {
        List<Finding> findings = new ArrayList<>(TemplateRules.problems(target, templates));
        Policies.of(name -> templates.settings().getOrDefault(name, ""))
                .ifPresent(policy -> findings.add(Finding.warns(
                        FindingCode.TEMPLATE_LIFECYCLE,
                        "An index template would put the target under the lifecycle policy '" + policy
                                + "', which may roll it over, shrink or delete it while it is filled.",
                        "Choose a name that the template does not match, or take the policy away as soon as the"
                                + " target is there.")));
        return findings;
    }
}
