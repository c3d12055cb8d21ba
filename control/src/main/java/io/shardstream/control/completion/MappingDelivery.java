package io.shardstream.control.completion;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.mapping.MappingChange;
import io.shardstream.control.mapping.MappingComparison;
import io.shardstream.control.mapping.MappingLevels;
import io.shardstream.control.mapping.MappingSide;
import io.shardstream.control.mapping.VersionedDefinition;
import io.shardstream.control.target.HeldMark;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// Asks a target for changes of its mapping and settings, all at once, and one by one where it does not take them all.
///
/// Each change is asked for with a new word in `_meta`, so that it is one whatever the target has already, and its
/// acknowledgement says that every node of the target knows the mapping: what was asked for before may have reached the
/// master and not yet the others (`TransportPutMappingAction`: a change that changes nothing is acknowledged at once).
final class MappingDelivery {
    private final MappingSide target;
    private final VersionedDefinition before;
    private final boolean isShut;
    private final Runnable permission;
    private String word;
    private final List<Refused> refused = new ArrayList<>();

    /// @param before what the target has
    /// @param isShut whether it is to take no fields on its own
    /// @param word another one for each delivery
    /// @param permission asked before each call, and throws where none is to be sent any more: a delivery may
    ///     be many, and a controller that slept between two of them may have been deposed, and the run have
    ///     ended
    MappingDelivery(MappingSide target, VersionedDefinition before, boolean isShut, String word, Runnable permission) {
        this.permission = permission;
        this.target = target;
        this.before = before;
        this.isShut = isShut;
        this.word = word;
    }

    /// What the target does not have in the end.
    ///
    /// @param reason why it does not
    record Refused(MappingChange change, String reason) {
        /// For people.
        String text() {
            return change.name() + ": " + reason;
        }
    }

    /// @return what the target refuses; it has all the rest, and every node of it has said so
    /// @throws ElasticException if it is not known what it has
    List<Refused> deliver(List<MappingChange> wanted) throws ElasticException {
        List<MappingChange.Carried> fields = new ArrayList<>();
        for (MappingChange change : wanted) {
            switch (change) {
                // First, since a limit may be what keeps the target from taking the rest; none is lowered
                // here.
                case MappingChange.Setting setting -> set(setting);
                case MappingChange.Contradicted other ->
                    refused.add(new Refused(
                            other, "it is " + other.has() + " there and " + other.wanted() + " in the source"));
                case MappingChange.Carried field -> fields.add(field);
            }
        }
        MappingSide.Outcome outcome = ask(fields);
        if (outcome instanceof MappingSide.Outcome.Refused && !fields.isEmpty()) {
            for (MappingChange.Carried field : fields) {
                permission.run();
                if (target.change(field.body()) instanceof MappingSide.Outcome.Refused no) {
                    refused.add(new Refused(field, no.reason()));
                }
            }
            word += "+";
            outcome = ask(List.of());
        }
        return switch (outcome) {
            case MappingSide.Outcome.Acknowledged _ -> List.copyOf(refused);
            case MappingSide.Outcome.Unacknowledged _ ->
                throw new ElasticException.Malformed(
                        "not every node of the target has acknowledged the new mapping in time");
            case MappingSide.Outcome.Refused no ->
                throw new ElasticException.Malformed("the target refuses a change of its mapping: " + no.reason());
        };
    }

    private void set(MappingChange.Setting setting) throws ElasticException {
        permission.run();
        if (target.set(setting.name(), setting.value()) instanceof MappingSide.Outcome.Refused no) {
            refused.add(new Refused(setting, no.reason()));
        }
    }

    /// What the target's mapping says when it has what was asked for.
    String word() {
        return word;
    }

    private MappingSide.Outcome ask(List<MappingChange.Carried> fields) throws ElasticException {
        ObjectNode all = MappingComparison.together(fields);
        if (isShut) {
            MappingComparison.merge(MappingLevels.shutting(before.mapping()), all);
        }
        permission.run();
        return target.change(HeldMark.carried(all, before.mapping(), isShut, word));
    }
}
