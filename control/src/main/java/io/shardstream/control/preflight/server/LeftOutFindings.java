package io.shardstream.control.preflight.server;

import io.shardstream.common.contract.bytes.Printable;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.target.CarriedSettings;
import io.shardstream.control.index.target.TargetSettings;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import java.util.ArrayList;
import java.util.List;

/// Which settings of the source the target does not get, whether the run file says so or not.
public final class LeftOutFindings {
    private LeftOutFindings() {}

    /// Those of which it is not known that they are right for a copy, and of which the run file says nothing.
    public static List<String> names(IndexDescription source, CarriedSettings carried, TargetSettings wish) {
        return carried.leftOut(source).stream()
                .filter(name -> wish.settings().keySet().stream()
                        .noneMatch(said -> name.equals(said) || name.startsWith(said + ".")))
                .toList();
    }

    /// @param names of settings that are left out
    public static List<Finding> of(IndexDescription source, List<String> names, Server target, TargetSettings wish) {
        List<Finding> findings = new ArrayList<>();
        if (!names.isEmpty()) {
            findings.add(Finding.warns(
                    FindingCode.SETTINGS_LEFT_OUT,
                    "The target does not get these settings of the source, of which it is not known that they are right"
                            + " for a copy on " + target + ": "
                            + String.join(
                                    ", ",
                                    names.stream()
                                            .map(name -> Printable.of(name) + " (" + source.setting(name) + ")")
                                            .toList())
                            + ".",
                    "Say those that it needs under target.settings, or null for those that it shall not have."));
        }
        List<String> inVain = wish.nullsInVain(source);
        if (!inVain.isEmpty()) {
            findings.add(Finding.warns(
                    FindingCode.SETTINGS_LEFT_OUT_IN_VAIN,
                    "The run file leaves out settings that the source does not have: " + String.join(", ", inVain)
                            + ".",
                    "Check their names; a null leaves out the setting, or all below it."));
        }
        return findings;
    }
}
