package io.shardstream.control.console;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A consumer group as Kafka has described it last. That it was never described does not mean that nobody is
/// in it.
final class SeenGroup {
    private static final Logger LOG = LoggerFactory.getLogger(SeenGroup.class);

    private final String name;
    private Optional<List<MemberDescription>> members = Optional.empty();

    SeenGroup(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /// @param answer asks Kafka; one that fails leaves everything as it was
    /// @return whether Kafka has answered
    boolean look(Supplier<Collection<MemberDescription>> answer) {
        try {
            members = Optional.of(List.copyOf(answer.get()));
            return true;
        } catch (GroupIdNotFoundException e) {
            // One that nobody has joined yet.
            members = Optional.of(List.of());
            return true;
        } catch (KafkaException e) {
            LOG.debug("Who is in group {} is not known", name, e);
            return false;
        }
    }

    /// Empty while they are not known.
    Optional<List<MemberDescription>> members() {
        return members;
    }

    /// How many; empty while that is not known.
    OptionalInt size() {
        return members.stream().mapToInt(List::size).findFirst();
    }
}
