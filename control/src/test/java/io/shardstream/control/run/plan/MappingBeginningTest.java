package io.shardstream.control.run.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.record.RunFormat;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.control.index.FakeNode;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.target.TargetSettings;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.StringNode;

/// Whether a run follows its source's mapping is decided once and for all, by one answer.
class MappingBeginningTest {
    private static final IndexDescription SOURCE =
            new IndexDescription("cities", Map.of(), JsonNodeFactory.instance.objectNode(), Set.of(), 1024);

    private static final TargetSettings WISH = new TargetSettings(
            "v2",
            OptionalInt.empty(),
            OptionalInt.empty(),
            Map.of("max_terms_count", StringNode.valueOf("7"), "refresh_interval", StringNode.valueOf("1s")),
            Optional.empty());

    private FakeNode node;

    @BeforeEach
    void start() throws IOException {
        node = new FakeNode("source");
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'cluster_name':'c','metadata':{'indices':{'cit",
                // A node that has just started.
                "{'cluster_name':'c'}",
                "{'cluster_name':'c','blocks':{'global':{'1':{}}},'metadata':{'indices':{}}}",
                "{'cluster_name':'c','metadata':{'indices':{'others':{'settings':{'index':{'uuid':'u'}}}}}}",
                "{'cluster_name':'c','metadata':{'indices':{'cities':{'mapping_version':1,'settings_version':1}}}}"
            })
    void anAnswerThatDoesNotHaveTheIndexIsNotTakenForASourceThatTellsNoVersions(String answer) {
        answers(answer);
        assertThatThrownBy(this::begin).isInstanceOf(ElasticException.Malformed.class);
    }

    @Test
    void aSourceThatTellsItsIndexAndNoVersionsIsNotFollowed() throws ElasticException {
        answers("{'cluster_name':'c','metadata':{'indices':{'cities':{'settings':{'index':{'uuid':'u'}}}}}}");
        assertThat(begin().isPossible()).isFalse();
    }

    @Test
    void aSourceThatTellsThemIs() throws ElasticException {
        answers("{'cluster_name':'c','metadata':{'indices':{'cities':{'mapping_version':3,'settings_version':2,"
                + "'settings':{'index':{'uuid':'u'}},'mappings':{'_doc':{}}}}}}");
        MappingBeginning beginning = begin();
        assertThat(beginning.isPossible()).isTrue();
        assertThat(beginning.own()).containsExactly("index.max_terms_count");
    }

    private void answers(String answer) {
        for (String sections : new String[] {"metadata", "blocks,metadata"}) {
            node.answers("/_cluster/state/" + sections + "/cities", 200, answer);
        }
    }

    private MappingBeginning begin() throws ElasticException {
        return MappingBeginning.of(node.cluster(), SOURCE, RunFormat.NEWEST, WISH);
    }
}
