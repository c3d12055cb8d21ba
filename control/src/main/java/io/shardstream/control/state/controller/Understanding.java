package io.shardstream.control.state.controller;

import io.shardstream.common.contract.record.RunFormat;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.MemberDescription;

/// What the members of a group understand, by their announcements. Only what is announced a while after a
/// member was seen first is taken for its own: it may have the name of a process of another version, of which
/// it has taken the place. By then the topic's end is noted, and only what lies behind that counts, however
/// late it is read. Used by one thread.
final class Understanding {
    /// Longer than what a process announced before it ended may be under way.
    static final Duration UNTIL_ITS_OWN = Duration.ofSeconds(10);

    private final Announcements told;
    private final InstantSource clock;
    /// By part and id of the member. Whoever is started again gets another id.
    private final Map<Part, Map<String, Member>> seen = new HashMap<>();

    /// A member of a group.
    ///
    /// @param since when it was seen first
    /// @param from the offset of the first announcement that is its own; empty until that can be said
    private record Member(Instant since, OptionalLong from) {}

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
        Map<String, Member> known = seen.computeIfAbsent(part, _ -> new HashMap<>());
        Set<String> present =
                members.stream().map(MemberDescription::consumerId).collect(Collectors.toSet());
        known.keySet().retainAll(present);
        present.forEach(id -> known.putIfAbsent(id, new Member(clock.instant(), OptionalLong.empty())));
        noteEnd(known);
        Map<String, Integer> formats = new HashMap<>();
        members.forEach(member -> {
            String process = process(part, member);
            String name = member.groupInstanceId().orElse(process);
            long from = Optional.ofNullable(known.get(member.consumerId()))
                    .map(Member::from)
                    .orElse(OptionalLong.empty())
                    .orElse(Long.MAX_VALUE);
            // A static member that was started again may still be listed with the client that it had before.
            OptionalInt announced = member.groupInstanceId().isPresent()
                    ? told.ofInstance(part.name(), name, from)
                    : told.ofProcess(part.name(), process, from);
            formats.merge(part.name() + " " + name, announced.orElse(RunFormat.FIRST), Math::min);
        });
        return formats;
    }

    private void noteEnd(Map<String, Member> members) {
        Instant longEnough = clock.instant().minus(UNTIL_ITS_OWN);
        if (members.values().stream().anyMatch(member -> isDue(member, longEnough))) {
            OptionalLong end = OptionalLong.of(told.end());
            members.replaceAll((_, member) -> isDue(member, longEnough) ? new Member(member.since(), end) : member);
        }
    }

    private static boolean isDue(Member member, Instant longEnough) {
        return member.from().isEmpty() && !member.since().isAfter(longEnough);
    }

    private static String process(Part part, MemberDescription member) {
        String prefix = part.client() + "-";
        return member.clientId().startsWith(prefix)
                ? member.clientId().substring(prefix.length())
                : member.consumerId();
    }
}
