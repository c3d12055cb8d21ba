package io.shardstream.control.survey.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.control.survey.server.DataNode;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MachinesTest {
    private static final List<DataNode> HERE = List.of(node("here", "data"));
    private static final List<DataNode> FAR = List.of(node("far", "data"));

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
            List<DataNode> source, boolean sourceIsHere, List<DataNode> target, boolean targetIsHere) {
        return Machines.of(source, sourceIsHere, target, targetIsHere, "here"::equals);
    }

    private static DataNode node(String ip, String role) {
        return new DataNode("n", "", Set.of(role), ip, OptionalLong.empty(), OptionalLong.empty());
    }
}
