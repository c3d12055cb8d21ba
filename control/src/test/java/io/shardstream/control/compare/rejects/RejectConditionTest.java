package io.shardstream.control.compare.rejects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.contract.record.Reject;
import io.shardstream.common.contract.record.VersionWord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RejectConditionTest {
    private static final Reject REJECT = new Reject(
            new DocRecord(Bytes.utf8("a=b"), null, new VersionWord(1, 3, 7).value(), Bytes.utf8("{}")),
            "document_parsing_exception",
            "[1:5] failed to parse field [age] of type [long] in document with id 'a'. Preview of field's value:"
                    + " 'field [secret]'",
            5);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id=a=b",
                "routing=",
                "type=document_parsing_exception",
                "field=age",
                "shard=3",
                "body=yes",
                "reason=[…] failed to parse field [age] of type [long] in document with id '…'. Preview of field's"
                        + " value: …"
            })
    void whatHasTheValueIsFound(String text) {
        assertThat(RejectCondition.of(text).holds(REJECT)).isTrue();
        assertThat(RejectCondition.of(text)).hasToString(text);
    }

    /// A type is no field, and a value of the document is nothing that a reason names.
    @ParameterizedTest
    @ValueSource(strings = {"id=a", "routing=r", "type=x", "field=long", "field=secret", "shard=4", "body=no"})
    void whatHasAnotherIsNot(String text) {
        assertThat(RejectCondition.of(text).holds(REJECT)).isFalse();
    }

    @Test
    void aVersionThatDoesNotSayTheShardIsOfNone() {
        Reject foreign =
                new Reject(new DocRecord(Bytes.utf8("a"), Bytes.utf8("r"), 3, Bytes.utf8("{}")), "type", "reason", 5);
        assertThat(RejectCondition.of("shard=0").holds(foreign)).isFalse();
        assertThat(RejectCondition.of("routing=r").holds(foreign)).isTrue();
    }

    @Test
    void whatIsNotKnownIsSaid() {
        assertThatThrownBy(() -> RejectCondition.of("fiel=age"))
                .hasMessage("--where must be <name>=<value> with the name id, routing, type, reason, field, shard,"
                        + " body, got fiel=age");
        assertThatThrownBy(() -> RejectCondition.of("field")).hasMessageEndingWith("got field");
        assertThatThrownBy(() -> RejectCondition.of("shard=two"))
                .hasMessage("--where shard must be the number of a source shard, got two");
        assertThatThrownBy(() -> RejectCondition.of("body=maybe"))
                .hasMessage("--where body must be yes or no, got maybe");
    }
}
