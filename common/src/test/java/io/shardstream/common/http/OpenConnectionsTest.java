package io.shardstream.common.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OpenConnectionsTest {
    private static final InetAddress CROWD = address(7);
    private static final InetAddress OTHER = address(8);

    private final List<String> closed = new ArrayList<>();
    private final OpenConnections open = new OpenConnections(3, 1);

    @Test
    void theOldestOfTheAddressWithTheMostGoesFirst() {
        var _ = add(OTHER, "probe");
        var _ = add(CROWD, "first");
        var _ = add(CROWD, "second");

        var _ = add(CROWD, "third");
        var _ = add(OTHER, "another probe");

        assertThat(closed).containsExactly("first", "second");
    }

    @Test
    void ofAsManyOfEachTheOneGoesThatNothingHappenedToForLongest() {
        OpenConnection first = add(address(1), "first");
        var _ = add(address(2), "second");
        var _ = add(address(3), "third");

        open.happened(first);
        var _ = add(address(4), "fourth");

        assertThat(closed).containsExactly("second");
    }

    @Test
    void whatWhoeverWasLetInIsAnsweredStaysUntilItsEnd() {
        OpenConnection stream = add(CROWD, "stream");
        open.keep(stream);
        var _ = add(CROWD, "second");
        var _ = add(CROWD, "third");

        var _ = add(OTHER, "fourth");
        assertThat(closed).containsExactly("second");

        open.answered(stream);
        var _ = add(CROWD, "fifth");
        var _ = add(CROWD, "sixth");
        assertThat(closed).contains("stream");
    }

    /// So that a probe is answered however many look at a run.
    @Test
    void somePlacesAreKeptByNobody() {
        for (String name : List.of("first", "second", "third")) {
            open.keep(add(CROWD, name));
        }

        var _ = add(CROWD, "probe");
        var _ = add(CROWD, "next probe");

        assertThat(closed).containsExactly("third", "probe");
    }

    @Test
    void onesThatHaveEndedLeaveTheirPlaces() {
        OpenConnection kept = add(CROWD, "kept");
        open.keep(kept);
        open.remove(kept);
        open.remove(kept);

        List.of("first", "second").forEach(name -> open.keep(add(CROWD, name)));
        open.answered(kept);
        open.keep(add(CROWD, "third"));
        assertThat(closed).isEmpty();
        var _ = add(CROWD, "fourth");
        assertThat(closed).containsExactly("third");
    }

    @Test
    void oneThatHasLostItsPlaceIsNotKept() {
        OpenConnection lost = add(CROWD, "lost");
        open.free();
        open.keep(lost);

        List.of("first", "second").forEach(name -> open.keep(add(CROWD, name)));
        var _ = add(CROWD, "third");
        var _ = add(CROWD, "fourth");
        assertThat(closed).containsExactly("lost", "third");
    }

    @Test
    void oneThatWasJustAnsweredIsNotTheNextToGo() {
        OpenConnection answered = add(CROWD, "answered");
        var _ = add(CROWD, "silent");
        var _ = add(CROWD, "third");

        open.answered(answered);
        var _ = add(CROWD, "fourth");

        assertThat(closed).containsExactly("silent");
    }

    /// Else a proxy by which many look at a run would lose whatever else comes through it.
    @Test
    void whatIsKeptDoesNotCountAgainstItsAddress() {
        OpenConnections more = new OpenConnections(5, 1);
        for (String name : List.of("first stream", "second stream")) {
            more.add(CROWD, () -> closed.add(name)).ifPresent(more::keep);
        }
        for (InetAddress from : List.of(CROWD, OTHER, OTHER, OTHER)) {
            var _ = more.add(from, () -> closed.add("of " + from.getHostAddress()));
        }

        assertThat(closed).containsExactly("of " + OTHER.getHostAddress());
    }

    @Test
    void whereTheProcessHasNoFilesLeftOneIsFreed() {
        var _ = add(CROWD, "first");
        var _ = add(CROWD, "second");

        open.free();

        assertThat(closed).containsExactly("first");
    }

    @Test
    void nobodyIsTakenInAfterTheEnd() {
        var _ = add(CROWD, "first");

        open.close();

        assertThat(open.add(CROWD, () -> closed.add("late"))).isEmpty();
        assertThat(closed).containsExactly("first", "late");
    }

    private OpenConnection add(InetAddress from, String name) {
        Optional<OpenConnection> added = open.add(from, () -> closed.add(name));
        return added.orElseThrow();
    }

    private static InetAddress address(int last) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
