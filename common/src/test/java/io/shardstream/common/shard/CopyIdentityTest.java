package io.shardstream.common.shard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CopyIdentityTest {
    private static final CopyIdentity COPY = new CopyIdentity(2, "a", "u", "h", "p1");

    @Test
    void oneCopyInOneTermAndInTwoProcessesWasPutBack() {
        CopyIdentity again = new CopyIdentity(2, "a", "u", "h", "p2");

        assertThat(again.isPutBack(COPY)).isTrue();
        assertThat(COPY.isPutBack(again)).isTrue();
        assertThat(again.hasTermOf(COPY)).isFalse();
        assertThat(again.hasHistoryOf(COPY)).isTrue();
    }

    /// A restart and a fail-over raise the term, and a relocation makes another copy.
    @Test
    void oneThatWasStartedOrMovedAsUsualWasNot() {
        assertThat(new CopyIdentity(3, "a", "u", "h", "p2").isPutBack(COPY)).isFalse();
        CopyIdentity moved = new CopyIdentity(2, "b", "u", "h", "p2");
        assertThat(moved.isPutBack(COPY)).isFalse();
        assertThat(moved.hasTermOf(COPY)).isTrue();
        assertThat(new CopyIdentity(2, "a", "other", "h", "p2").isPutBack(COPY)).isFalse();
    }

    @Test
    void ofOneWhoseProcessIsNotKnownNothingFollows() {
        CopyIdentity silent = new CopyIdentity(2, "a", "u", "h");

        assertThat(silent.isPutBack(COPY)).isFalse();
        assertThat(COPY.isPutBack(silent)).isFalse();
        assertThat(silent.hasTermOf(COPY)).isTrue();
    }
}
