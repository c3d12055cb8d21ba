package io.shardstream.control.cutover;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.survey.access.Need;
import io.shardstream.control.survey.access.Needs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the user of the process that controls the run must be allowed for a cut-over. Without it production would be
/// blocked before anybody is told.
final class SwapPrivileges {
    private final Sides sides;
    private final boolean deletesSource;

    /// @param deletesSource whether the swap deletes the source index
    SwapPrivileges(Sides sides, boolean deletesSource) {
        this.sides = sides;
        this.deletesSource = deletesSource;
    }

    /// What is lacking; nothing where a cluster does not tell, as OpenSearch or one without security.
    List<String> problems() throws ElasticException {
        List<String> problems = new ArrayList<>();
        String own = sides.names().all();
        tell("source", sides.source().lacking(Needs.ofBlocking(sides.sourceIndex(), own)), problems);
        List<Need> atTarget = new ArrayList<>(Needs.ofBlocking(sides.targetIndex(), own));
        atTarget.addAll(Needs.ofSwap(
                sides.productionOfSource().stream().map(Alias::name).toList()));
        if (sides.oneCluster()) {
            atTarget.addAll(Needs.ofBlocking(sides.sourceIndex(), own));
            if (deletesSource) {
                atTarget.add(Needs.ofDeleting(sides.sourceIndex()));
            }
        }
        tell("target", sides.target().lacking(atTarget.stream().distinct().toList()), problems);
        return problems;
    }

    private static void tell(String role, Optional<List<Need>> lacking, List<String> problems) {
        lacking.orElse(List.of())
                .forEach(need -> problems.add(
                        "the user of the " + role + " lacks " + need.what() + ": " + need.why() + ", so grant it"));
    }
}
