package io.shardstream.common.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RefreshWaitTest {
    private final Copy copy = new Copy();

    @Test
    void whatIsNewIsMadeVisible() throws Exception {
        copy.checkpoint = 7;
        assertThat(look(-1)).isEqualTo(7);
        assertThat(copy.visible).isEqualTo(7);
    }

    @Test
    void nothingIsRefreshedForNothingNew() throws Exception {
        copy.checkpoint = 7;
        assertThat(look(7)).isEqualTo(7);
        assertThat(copy.refreshes).isZero();
    }

    @Test
    void aRefreshThatBeganBeforeTheCheckpointWasReadShowsItNot() throws Exception {
        copy.checkpoint = 3;
        copy.beginRefresh();
        copy.checkpoint = 7;
        RefreshWait reveal = new RefreshWait(-1, copy);
        copy.isDeaf = true;
        assertThat(reveal.look()).isEmpty();
        copy.endRefresh();
        assertThat(reveal.look()).isEmpty();
        assertThat(copy.visible).isEqualTo(3);

        copy.isDeaf = false;
        assertThat(reveal.look().orElseThrow().globalCheckpoint()).isEqualTo(7);
        assertThat(copy.visible).isEqualTo(7);
    }

    @Test
    void aCopyThatMayNotBeAskedIsWatched() throws Exception {
        copy.checkpoint = 7;
        copy.mayRefresh = false;
        RefreshWait reveal = new RefreshWait(-1, copy);
        assertThat(reveal.look()).isEmpty();
        copy.refreshOfItsOwn();
        assertThat(reveal.look()).isEmpty();
        copy.refreshOfItsOwn();
        assertThat(reveal.look().orElseThrow().globalCheckpoint()).isEqualTo(7);
        assertThat(copy.asked).isZero();
    }

    @Test
    void aCopyThatBecomesAnotherIsNoLongerAsked() {
        copy.checkpoint = 7;
        copy.isNow = new CopyIdentity(2, "a", "uuid", "history");
        assertThatThrownBy(() -> look(-1))
                .isInstanceOf(NotPrimaryException.class)
                .hasMessageContaining("has become another one");
    }

    @Test
    void aCopyThatDoesNotRefreshIsGivenUp() throws Exception {
        copy.checkpoint = 7;
        copy.isDeaf = true;
        RefreshWait reveal = new RefreshWait(-1, copy);
        for (int tries = 2; tries <= 20; tries++) {
            assertThat(reveal.look()).isEmpty();
        }
        assertThatThrownBy(reveal::look)
                .isInstanceOf(NotPrimaryException.class)
                .hasMessageContaining("does not refresh");
    }

    @Test
    void aCopyWhoseCountDoesNotRiseIsRefreshedWithItsIndex() throws Exception {
        copy.checkpoint = 7;
        copy.isDeaf = true;
        copy.indexIsDeaf = false;
        RefreshWait reveal = new RefreshWait(-1, copy);
        assertThat(reveal.look()).isEmpty();
        assertThat(reveal.look()).isEmpty();
        assertThat(reveal.look().orElseThrow().globalCheckpoint()).isEqualTo(7);
        assertThat(copy.visible).isEqualTo(7);
    }

    private long look(long known) throws Exception {
        return new RefreshWait(known, copy).look().orElseThrow().globalCheckpoint();
    }

    /// A copy in memory that counts its refreshes and knows what is really visible.
    private static final class Copy implements ShardCopy {
        private static final int MAX_RESULT_WINDOW = 10_000;
        private final CopyIdentity identity = new CopyIdentity(1, "a", "uuid", "history");

        @Nullable
        CopyIdentity isNow;

        long checkpoint = -1;
        long visible = -1;
        long refreshes;
        long asked;
        boolean mayRefresh = true;
        boolean isDeaf;
        boolean indexIsDeaf = true;
        private long begun = -1;

        void beginRefresh() {
            begun = checkpoint;
        }

        void endRefresh() {
            visible = begun;
            refreshes++;
        }

        void refreshOfItsOwn() {
            beginRefresh();
            endRefresh();
        }

        @Override
        public CopyIdentity identity() {
            return identity;
        }

        @Override
        public CopyNumbers numbers() {
            return new CopyNumbers(isNow == null ? identity : isNow, checkpoint, checkpoint, refreshes);
        }

        @Override
        public void refresh() {
            asked++;
            if (!isDeaf) {
                refreshOfItsOwn();
            }
        }

        @Override
        public void refreshIndex() {
            asked++;
            if (!isDeaf || !indexIsDeaf) {
                refreshOfItsOwn();
            }
        }

        @Override
        public boolean mayRefresh() {
            return mayRefresh;
        }

        @Override
        public int maxResultWindow() {
            return MAX_RESULT_WINDOW;
        }

        @Override
        public String where() {
            return "the test";
        }
    }
}
