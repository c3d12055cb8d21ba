package io.shardstream.control.index.server;

import static io.shardstream.control.index.server.AccessAnswers.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.shardstream.common.contract.record.RunId;
import io.shardstream.common.shard.TargetOwner;
import io.shardstream.control.state.finding.Finding;
import io.shardstream.control.state.finding.FindingCode;
import io.shardstream.control.state.finding.Severity;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PrivilegesTest {
    private static final TargetOwner OWNER = TargetOwner.beginning("run", new RunId("x", Instant.EPOCH));
    private static final Privileges SOURCE =
            new Privileges("source", RequiredPrivileges.ofSource("cities", true, false), "cities");
    private static final Privileges TARGET = new Privileges("target", RequiredPrivileges.ofTarget("v2", OWNER), "v2");

    @Test
    void whatIsNeededAndWhatIsTooMuchIsAskedAtOnce() {
        assertThat(json(TARGET.question().utf8())).isEqualTo(json("""
                        {'cluster':['all','monitor'],
                         'index':[{'names':['v2'],'privileges':['write','manage','read','index','delete']},
                                  {'names':['Shardstream-run-*'],'privileges':['manage']},
                                  {'names':['Shardstream-run-Write-*'],'privileges':['index','delete']}]}"""));
    }

    @Test
    void aMissingPrivilegeIsNamedWithItsIndexAndItsUse() {
        assertThat(TARGET.findings(json("""
                        {'username':'u','has_all_requested':false,'cluster':{'all':false,'monitor':true},
                         'index':{'v2':{'write':false,'manage':true,'read':false,'index':true,'delete':false},
                                  'Shardstream-run-*':{'manage':true},
                                  'Shardstream-run-Write-*':{'index':true,'delete':true}},'application':{}}""")))
                .containsExactly(
                        Finding.blocks(
                                FindingCode.PRIVILEGE_MISSING,
                                "The user of the target lacks the privilege 'read' on 'v2'.",
                                "Grant it: it is compared with the source."),
                        Finding.warns(
                                FindingCode.PRIVILEGE_MISSING,
                                "The user of the target lacks the privilege 'delete' on 'v2'.",
                                "Grant it: everything is written through the alias, which stands for the index;"
                                        + " writers may have a user of their own."));
    }

    @Test
    void aRefreshThatIsNotAllowedBlocksNothing() {
        assertThat(SOURCE.findings(json("""
                        {'cluster':{'all':false,'monitor':true},
                         'index':{'cities':{'write':false,'read':true,'view_index_metadata':true,'monitor':true,
                                            'maintenance':false}}}"""))).extracting(Finding::severity).containsExactly(Severity.WARNS);
    }

    @Test
    void aUserWhoMayDoAnythingIsWarnedOf() {
        assertThat(SOURCE.findings(json("""
                        {'cluster':{'all':true,'monitor':true},
                         'index':{'cities':{'write':true,'read':true,'view_index_metadata':true,'monitor':true,
                                            'maintenance':true}}}""")))
                .extracting(Finding::what)
                .containsExactly("The user of the source may do anything on its cluster.");
    }

    @Test
    void aUserWhoMayWriteToTheSourceIsWarnedOf() {
        assertThat(SOURCE.findings(json("""
                        {'cluster':{'all':false,'monitor':true},
                         'index':{'cities':{'write':true,'read':true,'view_index_metadata':true,'monitor':true,
                                            'maintenance':true}}}""")))
                .extracting(Finding::what)
                .containsExactly("The user of the source may write to 'cities', which a run never does.");
    }
}
