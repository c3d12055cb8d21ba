package io.shardstream.control.format;

import io.shardstream.common.record.RunFormat;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.MemberDescription;

/// What the members of a group understand, by their announcements. Only what is announced a while after a member has
/// joined is taken for its own: it may have the name of a process of another version, of which it has taken the place.
/// Used by one thread.
final class Understanding {
    /// Longer than what was announced before takes to be read.
    static final Duration UNTIL_ITS_OWN = Duration.ofSeconds(10);

    private final Announcements told;
    private final InstantSource clock;
    /// By part and id of the member, when it was seen first. Whoever is started again gets another id.
    private final Map<Part, Map<String, Instant>> seen = new HashMap<>();

    Understanding(Announcements told, InstantSource clock) {
        this.told = told;
        this.clock = clock;
    }

    /// One of the run's groups.
    ///
    /// @param name as its members announce it
    /// @param client how the ids of their clients begin, before a `-` and the process
    /// @param group its id
    record Part(String name, String client, String group) {}

    /// By member, the newest format that it understands.
    ///
    /// @param members of the part's group
    Map<String, Integer> of(Part part, Collection<MemberDescription> members) {
        Map<String, Instant> first = seen.computeIfAbsent(part, _ -> new HashMap<>());
        Set<String> present =
                members.stream().map(MemberDescription::consumerId).collect(Collectors.toSet());
        first.keySet().retainAll(present);
        present.forEach(id -> first.putIfAbsent(id, clock.instant()));
        Map<String, Integer> formats = new HashMap<>();
        members.forEach(member -> {
            String process = process(part, member);
            String name = member.groupInstanceId().orElse(process);
            Instant since = first.getOrDefault(member.consumerId(), Instant.MAX.minus(UNTIL_ITS_OWN))
                    .plus(UNTIL_ITS_OWN);
            // A static member that was started again may still be listed with the client that it had before.
            OptionalInt announced = member.groupInstanceId().isPresent()
                    ? told.ofInstance(part.name(), name, since)
                    : told.ofProcess(part.name(), process, since);
            formats.merge(part.name() + " " + name, announced.orElse(RunFormat.FIRST), Math::min);
        });
        return formats;
    }

    private static String process(Part part, MemberDescription member) {
        String prefix = part.client() + "-";
        return member.clientId().startsWith(prefix)
                ? member.clientId().substring(prefix.length())
                : member.consumerId();
    }
}
