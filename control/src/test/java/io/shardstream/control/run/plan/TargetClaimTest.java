package io.shardstream.control.run.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.RunId;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.index.cluster.Alias;
import io.shardstream.control.index.cluster.AliasChange;
import io.shardstream.control.index.cluster.WriteBlock;
import io.shardstream.control.index.cluster.WriterFencing;
import io.shardstream.control.state.finding.RunRefusedException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

class TargetClaimTest {
    private static final TargetOwner A = owner("a");
    private static final TargetOwner B = owner("b");
    /// More than two runs make together.
    private static final int CALLS = 12;

    private final Set<String> aliases = new TreeSet<>();
    private final List<List<AliasChange>> changes = new ArrayList<>();
    private Runnable beforeChange = () -> {};

    @Test
    void anIndexThatNobodyHasGetsTheWriteAliasInThePlaceOfTheClaim() throws Exception {
        aliases.add("production");
        take(A);
        assertThat(aliases).containsExactlyInAnyOrder("production", A.writeAlias());
        assertThat(changes)
                .containsExactly(
                        List.of(add(A.claim())), List.of(new AliasChange.Remove("v2", A.claim()), add(A.writeAlias())));
    }

    @Test
    void whatIsTakenAlreadyIsNotTouched() throws Exception {
        aliases.add(A.writeAlias());
        take(A);
        assertThat(changes).isEmpty();
    }

    /// Its process was killed between the two calls.
    @Test
    void aClaimOfOnesOwnIsGoneOnWith() throws Exception {
        aliases.add(A.claim());
        take(A);
        assertThat(aliases).containsExactly(A.writeAlias());
        assertThat(changes).hasSize(1);
    }

    @Test
    void theIndexOfAnotherRunIsRefusedAndNothingIsChanged() {
        for (String other : List.of(B.writeAlias(), B.claim(), "Shardstream-b", "Shardstream-a")) {
            aliases.clear();
            aliases.add(other);
            assertThatThrownBy(() -> take(A))
                    .isInstanceOf(RunRefusedException.class)
                    .hasMessageContaining(other);
            assertThat(changes).isEmpty();
            assertThat(aliases).containsExactly(other);
        }
    }

    /// Two runs were killed right after their claims: whoever starts again first makes room for the other.
    @Test
    void aClaimOfBeforeIsWithdrawnWhenAnotherRunsIsThere() throws Exception {
        aliases.addAll(Set.of(A.claim(), B.claim()));
        assertThatThrownBy(() -> take(A)).isInstanceOf(RunRefusedException.class);
        assertThat(aliases).containsExactly(B.claim());
        take(B);
        assertThat(aliases).containsExactly(B.writeAlias());
    }

    /// The call that claimed arrived after the other run had taken the index.
    @Test
    void aLateClaimKeepsTheOwnerFromNothing() throws Exception {
        aliases.addAll(Set.of(A.writeAlias(), B.claim()));
        take(A);
        assertThatThrownBy(() -> take(B)).isInstanceOf(RunRefusedException.class);
        assertThat(aliases).containsExactly(A.writeAlias());
    }

    @Test
    void aRunThatFindsAnotherOneBesideItsClaimWithdraws() {
        beforeChange = () -> {
            beforeChange = () -> {};
            aliases.add(B.claim());
        };
        assertThatThrownBy(() -> take(A))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageStartingWith("Target index 'v2' is being taken by run b at this moment");
        assertThat(aliases).containsExactly(B.claim());
    }

    /// Somebody who took the process for dead.
    @Test
    void withoutItsClaimNothingIsTaken() {
        aliases.add(A.claim());
        beforeChange = aliases::clear;
        assertThatThrownBy(() -> take(A))
                .isInstanceOf(RunRefusedException.class)
                .hasMessageEndingWith("start again.");
        assertThat(aliases).isEmpty();
    }

    /// A master that does not know yet that it was deposed tells a state from before both claims.
    @Test
    void aStateWithoutItsOwnClaimProvesNothing() {
        aliases.add(B.claim());
        assertThatThrownBy(() -> new TargetClaim(new Calls(() -> {}), Set::of, "v2", A).take())
                .isInstanceOf(RunRefusedException.class)
                .hasMessageEndingWith("start again.");
        assertThat(aliases).doesNotContain(A.writeAlias());
    }

    /// All orders in which the calls of two runs may arrive.
    @Test
    void neverDoTwoRunsTakeTheSameIndex() throws Exception {
        int taken = 0;
        for (int order = 0; order < 1 << CALLS; order++) {
            aliases.clear();
            Taker a = new Taker(A);
            Taker b = new Taker(B);
            for (int call = 0; call < CALLS; call++) {
                ((order >> call & 1) == 0 ? a : b).step();
            }
            a.finish();
            b.finish();
            assertThat(a.failure.isPresent() || b.failure.isPresent())
                    .as("one is refused in order %s", Integer.toBinaryString(order))
                    .isTrue();
            Set<String> left = new TreeSet<>();
            a.addIfTaken(left);
            b.addIfTaken(left);
            assertThat(aliases).as("order %s", Integer.toBinaryString(order)).isEqualTo(left);
            taken += left.size();
        }
        assertThat(taken).as("orders in which one of them got it").isPositive();
    }

    private void take(TargetOwner owner) throws Exception {
        new TargetClaim(new Calls(() -> beforeChange.run()), () -> Set.copyOf(aliases), "v2", owner).take();
    }

    private static TargetOwner owner(String run) {
        return TargetOwner.beginning(run, new RunId("id-of-" + run, Instant.EPOCH));
    }

    private static AliasChange add(String alias) {
        return new AliasChange.Add("v2", new Alias(alias, "{}"));
    }

    /// A run that takes the index call by call.
    private final class Taker {
        private final TargetOwner owner;
        private final Semaphore mayCall = new Semaphore(0);
        private final Semaphore waits = new Semaphore(0);
        private final Thread thread;
        private Optional<RunRefusedException> failure = Optional.empty();
        private volatile boolean isOver;

        Taker(TargetOwner owner) throws InterruptedException {
            this.owner = owner;
            this.thread = Thread.startVirtualThread(this::take);
            waits.acquire();
        }

        private void take() {
            try {
                new TargetClaim(
                                new Calls(this::await),
                                () -> {
                                    await();
                                    return Set.copyOf(aliases);
                                },
                                "v2",
                                owner)
                        .take();
            } catch (RunRefusedException e) {
                failure = Optional.of(e);
            } catch (Exception e) {
                throw new AssertionError(e);
            } finally {
                isOver = true;
                waits.release();
            }
        }

        private void await() {
            waits.release();
            mayCall.acquireUninterruptibly();
        }

        void step() throws InterruptedException {
            if (!isOver) {
                mayCall.release();
                waits.acquire();
            }
        }

        void finish() throws InterruptedException {
            while (!isOver) {
                step();
            }
            thread.join();
        }

        void addIfTaken(Set<String> left) {
            if (failure.isEmpty()) {
                left.add(owner.writeAlias());
            }
        }
    }

    /// The index, as one run reaches it.
    private final class Calls implements WriterFencing {
        private final Runnable before;

        Calls(Runnable before) {
            this.before = before;
        }

        @Override
        public List<Alias> aliases(String index) {
            throw new AssertionError("leaves out what no role names");
        }

        @Override
        public boolean change(List<AliasChange> wanted) {
            before.run();
            changes.add(wanted);
            for (AliasChange change : wanted) {
                if (change instanceof AliasChange.Remove(String _, String alias) && !aliases.contains(alias)) {
                    return false;
                }
            }
            for (AliasChange change : wanted) {
                switch (change) {
                    case AliasChange.Add(String _, Alias alias) -> aliases.add(alias.name());
                    case AliasChange.Remove(String _, String alias) -> aliases.remove(alias);
                    case AliasChange.RemoveIndex(String index) -> throw new AssertionError(index + " is deleted");
                }
            }
            return true;
        }

        @Override
        public boolean block(String index, String through) {
            throw new AssertionError("nothing is blocked");
        }

        @Override
        public boolean unblock(String index, String through) {
            throw new AssertionError("nothing is blocked");
        }

        @Override
        public WriteBlock writeBlock(String index) {
            throw new AssertionError("nothing is blocked");
        }

        @Override
        public boolean hasBulks(String opaqueId) {
            throw new AssertionError("no bulk is waited for");
        }
    }
}
