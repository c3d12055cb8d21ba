package io.shardstream.common.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SameClusterTest {
    private static final String REFUSED = "403";

    private final AtomicLong nanos = new AtomicLong();
    private final SameCluster same = new SameCluster("target", () -> this.known, () -> this.named.ask(), nanos::get);
    private SameCluster.Named named = () -> {};
    private int known = 2;
    private int asked;

    @Test
    void nodesOfOneClusterAreAskedOnce() throws Exception {
        SameCluster.Membership a = same.of("http://a:9200", true);
        SameCluster.Membership b = same.of("http://b:9200", true);
        for (int i = 0; i < 3; i++) {
            a.require(node("one"));
            b.require(node("one"));
        }
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void aSingleNodeIsNotAsked() throws Exception {
        known = 1;
        same.of("http://a:9200", true).require(node("one"));
        assertThat(asked).isZero();
    }

    @Test
    void aNodeOfAnotherClusterIsNamedWithBothAddresses() throws Exception {
        same.of("http://a:9200", true).require(node("one"));
        SameCluster.Membership b = same.of("http://b:9200", true);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> b.require(node("two")))
                    .isInstanceOf(ElasticException.OtherCluster.class)
                    .hasMessage("The addresses of target.nodes lead to two clusters: http://a:9200 is of cluster one,"
                            + " http://b:9200 of two. Name nodes of one cluster.");
            nanos.addAndGet(1_000_000_000L);
        }
    }

    @Test
    void anAddressThatTheClusterPublishesIsToldOtherwise() throws Exception {
        same.of("http://a:9200", true).require(node("one"));
        assertThatThrownBy(() -> same.of("http://10.0.0.3:9200", false).require(node("two")))
                .isInstanceOf(ElasticException.OtherCluster.class)
                .hasMessageContaining("says that it has a node at http://10.0.0.3:9200", "http.publish_host");
    }

    /// With a single address nobody is asked before the cluster has published another one.
    @Test
    void whatIsNamedIsAskedBeforeWhatIsPublished() throws Exception {
        SameCluster.Membership a = same.of("http://a:9200", true);
        named = () -> {
            try {
                a.require(node("one"));
            } catch (ElasticException e) {
                throw new AssertionError(e);
            }
        };
        assertThatThrownBy(() -> same.of("http://10.0.0.3:9200", false).require(node("two")))
                .isInstanceOf(ElasticException.OtherCluster.class)
                .hasMessageContaining("says that it has a node at http://10.0.0.3:9200");
        a.require(node("one"));
    }

    @Test
    void whoDoesNotTellIsBorneAndAskedAgainLater() throws Exception {
        same.of("http://a:9200", true).require(node("one"));
        SameCluster.Membership b = same.of("http://b:9200", true);
        b.require(node(REFUSED));
        b.require(node("two"));
        nanos.addAndGet(9_000_000_000L);
        b.require(node("two"));
        assertThat(asked).isEqualTo(2);

        nanos.addAndGet(1_000_000_000L);
        b.require(node("_na_"));
        nanos.addAndGet(10_000_000_000L);
        assertThatThrownBy(() -> b.require(node("two"))).isInstanceOf(ElasticException.OtherCluster.class);
    }

    @Test
    void anAddressThatMayBeAnotherServersByNowIsAskedAgain() throws Exception {
        same.of("http://a:9200", true).require(node("one"));
        SameCluster.Membership b = same.of("http://b:9200", false);
        b.require(node("one"));
        b.forget();
        assertThatThrownBy(() -> b.require(node("two")))
                .isInstanceOf(ElasticException.Unreachable.class)
                .hasMessage("target node http://b:9200 is away: a node of another cluster (two) answers there");
        b.require(node("one"));
    }

    @Test
    void aNodeThatIsAwayIsAskedAgainWhenItIsNeeded() throws Exception {
        same.of("http://a:9200", true).require(node("one"));
        SameCluster.Membership b = same.of("http://b:9200", true);
        assertThatThrownBy(() -> b.require(_ -> {
                    throw new ElasticException.Unreachable("away", new IOException("away"));
                }))
                .isInstanceOf(ElasticException.Unreachable.class);
        assertThatThrownBy(() -> b.require(node("two"))).isInstanceOf(ElasticException.OtherCluster.class);
    }

    private Asked node(String uuid) {
        return call -> {
            asked++;
            return uuid.equals(REFUSED)
                    ? new Reply("http://n", call, 403, Bytes.utf8("{}"))
                    : new Reply("http://n", call, 200, Bytes.utf8("{\"cluster_uuid\":\"" + uuid + "\"}"));
        };
    }
}
