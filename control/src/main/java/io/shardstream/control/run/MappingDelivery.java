package io.shardstream.control.run;

import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.target.HeldMark;
import io.shardstream.control.index.target.MappingChange;
import io.shardstream.control.index.target.MappingComparison;
import io.shardstream.control.index.target.MappingLevels;
import io.shardstream.control.index.target.MappingSide;
import io.shardstream.control.index.target.VersionedDefinition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/// Asks a target for changes of its mapping and settings: what is new all at once, and by halves where it
/// does not take it all; what it has refused before by itself and after that, so that it costs what is new no
/// request.
///
/// Each change is asked for with a new word in `_meta`, so that it is one whatever the target has already,
/// and its acknowledgement says that every node of the target knows the mapping: what was asked for before
/// may have reached the master and not yet the others (`TransportPutMappingAction`: a change that changes
/// nothing is acknowledged at once).
final class MappingDelivery {
    /// So many are asked for one by one: where all are refused, halves of them would cost more.
    private static final int FEW = 4;

    /// Requests of one delivery for what was refused before. What none is sent for stays refused: another
    /// delivery asks for other ones first.
    private static final int MOST_AGAIN = 32;

    private final MappingSide target;
    private final VersionedDefinition before;
    private final boolean isShut;
    private final Runnable permission;
    private String word;
    private int tries;
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

    /// @param known why the target has refused it before; empty if it has not
    /// @param isBlocked whether clients wait: what it has refused before is asked for together, and not by
    ///     halves
    /// @return what the target refuses; it has all the rest, and every node of it has said so
    /// @throws ElasticException if it is not known what it has
    List<Refused> deliver(
            List<MappingChange> wanted, Function<MappingChange, Optional<String>> known, boolean isBlocked)
            throws ElasticException {
        List<MappingChange.Carried> fields = new ArrayList<>();
        List<MappingChange.Carried> again = new ArrayList<>();
        for (MappingChange change : wanted) {
            switch (change) {
                // First, since a limit may be what keeps the target from taking the rest; none is lowered
                // here.
                case MappingChange.Setting setting -> set(setting);
                case MappingChange.Contradicted other ->
                    refused.add(new Refused(
                            other, "it is " + other.has() + " there and " + other.wanted() + " in the source"));
                case MappingChange.Carried field -> (known.apply(field).isPresent() ? again : fields).add(field);
            }
        }
        MappingSide.Outcome outcome = ask(fields);
        if (outcome instanceof MappingSide.Outcome.Refused no && !fields.isEmpty()) {
            outcome = askOnceMore();
            if (outcome instanceof MappingSide.Outcome.Acknowledged) {
                tries = Integer.MAX_VALUE;
                halve(fields, no.reason(), known);
                outcome = askOnceMore();
            }
        }
        if (outcome instanceof MappingSide.Outcome.Acknowledged && !again.isEmpty()) {
            Collections.shuffle(again, new Random(word.hashCode()));
            tries = isBlocked ? 1 : MOST_AGAIN;
            take(again, known);
            outcome = askOnceMore();
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

    /// For nothing but the word: a target that takes no change at all would refuse each field.
    private MappingSide.Outcome askOnceMore() throws ElasticException {
        word += "+";
        return ask(List.of());
    }

    private void take(List<MappingChange.Carried> fields, Function<MappingChange, Optional<String>> known)
            throws ElasticException {
        if (tries == 0) {
            fields.forEach(field -> known.apply(field).ifPresent(reason -> refused.add(new Refused(field, reason))));
            return;
        }
        tries--;
        permission.run();
        if (target.change(MappingComparison.together(fields)) instanceof MappingSide.Outcome.Refused no) {
            halve(fields, no.reason(), known);
        }
    }

    /// @param reason why they were refused together
    private void halve(
            List<MappingChange.Carried> fields, String reason, Function<MappingChange, Optional<String>> known)
            throws ElasticException {
        int size = fields.size();
        if (size == 1) {
            refused.add(new Refused(fields.getFirst(), reason));
            return;
        }
        int part = size <= FEW ? 1 : (size + 1) / 2;
        for (int from = 0; from < size; from += part) {
            take(fields.subList(from, Math.min(size, from + part)), known);
        }
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
