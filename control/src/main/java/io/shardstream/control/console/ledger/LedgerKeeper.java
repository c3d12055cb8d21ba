package io.shardstream.control.console.ledger;

import io.shardstream.common.contract.record.RunPlan;
import io.shardstream.common.contract.record.RunTopics;
import io.shardstream.common.kafka.KafkaConnection;
import io.shardstream.control.state.controller.Beside;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Has the ledger kept while this process controls the run, and lets whoever controls it next go on with it.
public final class LedgerKeeper implements Beside {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerKeeper.class);

    private final Supplier<LedgerStreams> ledgers;
    private volatile Supplier<LedgerState> state = LedgerState.Elsewhere::new;
    private List<Long> written;
    private volatile List<Long> due;

    private LedgerKeeper(Supplier<LedgerStreams> ledgers, int lanes) {
        this.ledgers = ledgers;
        this.written = Collections.nCopies(lanes, LedgerSums.NOT_KNOWN);
        this.due = written;
    }

    /// @param topics the run's, in the generation of its plan
    /// @param sessionTimeout after which a process that kept the ledger and is silent is replaced
    /// @param replication replicas of its topics, or -1 where the run file does not say
    public static LedgerKeeper of(
            KafkaConnection kafka, RunTopics topics, RunPlan plan, Duration sessionTimeout, short replication) {
        return new LedgerKeeper(
                () -> LedgerStreams.start(kafka, topics, plan, sessionTimeout, replication), plan.lanes());
    }

    /// To be told at each look at the run, by one thread: from the next look on the ledger should have the
    /// outcomes of these records.
    ///
    /// @param committed by lane, the offset below which every record has its outcome
    public void written(List<Long> committed) {
        due = written;
        written = committed;
    }

    @Override
    public Kept begin() {
        try {
            LedgerStreams ledger = ledgers.get();
            state = () -> ledger.state(due);
            return () -> {
                end();
                ledger.close();
            };
        } catch (KafkaException e) {
            String why = e.getMessage()
                    + (e.getCause() == null ? "" : ": " + e.getCause().getMessage());
            LOG.error("The ledger is not kept, and the run goes on: {}", why);
            LedgerState broken = new LedgerState.Broken(why);
            state = () -> broken;
            return this::end;
        }
    }

    private void end() {
        state = LedgerState.Elsewhere::new;
    }

    /// Whether this process has it at hand, and what it says then.
    public LedgerState state() {
        return state.get();
    }
}
