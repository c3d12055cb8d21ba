package io.shardstream.control.preflight.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.index.server.ClusterNode;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MachinesTest {
    private static final List<ClusterNode> HERE = List.of(node("here", "data"));
    private static final List<ClusterNode> FAR = List.of(node("far", "data"));

    @Test
    void serversAreTogetherIfADataNodeOfOneIsOnTheMachineOfOneOfTheOther() {
        assertThat(of(FAR, false, List.of(node("other", "data"), node("far", "data_hot")), false))
                .isEqualTo(new Placement(true, false, false));
        assertThat(of(FAR, false, List.of(node("other", "data"), node("far", "master")), false))
                .isEqualTo(new Placement(false, false, false));
    }

    @Test
    void aServerIsHereByItsNodesOrByTheAddressThatItIsReachedBy() {
        assertThat(of(HERE, false, FAR, false)).isEqualTo(new Placement(false, true, false));
        assertThat(of(FAR, true, List.of(node("", "data")), true)).isEqualTo(new Placement(true, true, true));
    }

    @Test
    void loopbackIsHereAndNamesAreNotLookedUp() {
        assertThat(Machines.isHere("127.0.0.1")).isTrue();
        assertThat(Machines.isHere("::1")).isTrue();
        assertThat(Machines.isHere("192.0.2.1")).isFalse();
        assertThat(Machines.isHere("localhost")).isFalse();
    }

    private static Placement of(
            List<ClusterNode> source, boolean sourceIsHere, List<ClusterNode> target, boolean targetIsHere) {
        return Machines.of(source, sourceIsHere, target, targetIsHere, "here"::equals);
    }

    private static ClusterNode node(String ip, String role) {
        return new ClusterNode("n", "", Set.of(role), ip, OptionalLong.empty(), OptionalLong.empty());
    }
}
