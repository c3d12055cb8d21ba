package io.shardstream.control.run.condition;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.cluster.FoundIndex;
import io.shardstream.control.index.cluster.ProductionAliases;
import io.shardstream.control.index.server.Need;
import io.shardstream.control.index.server.RequiredPrivileges;
import io.shardstream.control.run.block.Sides;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What the user of the process that controls the run must be allowed for a cut-over. Without it production
/// would be blocked before anybody is told.
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
        String blocks = sides.names().blockPrefix() + "*";
        tell("source", sides.source().lacking(RequiredPrivileges.ofBlocking(sides.sourceIndex(), blocks)), problems);
        List<Need> atTarget = new ArrayList<>(RequiredPrivileges.ofBlocking(sides.targetIndex(), own));
        Set<String> names = sides.foundSource().map(FoundIndex::production).orElse(Set.of());
        atTarget.addAll(RequiredPrivileges.ofSwap(names));
        if (sides.oneCluster()) {
            atTarget.addAll(RequiredPrivileges.ofBlocking(sides.sourceIndex(), own));
            if (deletesSource) {
                atTarget.add(RequiredPrivileges.ofDeleting(sides.sourceIndex()));
            }
        }
        tell("target", sides.target().lacking(atTarget.stream().distinct().toList()), problems);
        if (problems.isEmpty()) {
            tellUnseen(problems);
        }
        return problems;
    }

    /// The swap moves those of the source. In one cluster a rollback moves those of the target, too: one that
    /// only the target has would bar it.
    private void tellUnseen(List<String> problems) throws ElasticException {
        tellUnseen("source", ProductionAliases.of(sides.source(), sides.sourceIndex()), sides.sourceIndex(), problems);
        if (sides.oneCluster()) {
            tellUnseen("target", sides.productionOfTarget(), sides.targetIndex(), problems);
        }
    }

    private static void tellUnseen(String role, ProductionAliases aliases, String index, List<String> problems) {
        if (!aliases.unseen().isEmpty()) {
            problems.add(ProductionAliases.sentence("the user of the " + role, index, aliases.unseen()));
        }
    }

    private static void tell(String role, Optional<List<Need>> lacking, List<String> problems) {
        lacking.orElse(List.of())
                .forEach(need -> problems.add(
                        "the user of the " + role + " lacks " + need.what() + ": " + need.why() + ", so grant it"));
    }
}
