package io.shardstream.control.index.cluster;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The one request that makes several changes of aliases, all or none.
final class AliasCall {
    private static final JsonMapper MAPPER = new JsonMapper();

    private AliasCall() {}

    static Call of(List<AliasChange> changes) {
        return of(changes, true);
    }

    /// The same for servers that do not know `must_exist`: what is taken away need not be there.
    static Call withoutCondition(List<AliasChange> changes) {
        return of(changes, false);
    }

    private static Call of(List<AliasChange> changes, boolean isConditional) {
        ObjectNode body = MAPPER.createObjectNode();
        ArrayNode actions = body.putArray("actions");
        changes.forEach(change -> {
            switch (change) {
                case AliasChange.Add(String index, Alias alias) ->
                    actions.addObject()
                            .putObject("add")
                            .setAll((ObjectNode) MAPPER.readTree(alias.properties()))
                            .put("index", index)
                            .put("alias", alias.name());
                case AliasChange.Remove(String index, String alias) -> {
                    ObjectNode remove = actions.addObject()
                            .putObject("remove")
                            .put("index", index)
                            .put("alias", alias);
                    if (isConditional) {
                        remove.put("must_exist", true);
                    }
                }
                case AliasChange.RemoveIndex(String index) ->
                    actions.addObject().putObject("remove_index").put("index", index);
            }
        });
        return Call.post("/_aliases", Bytes.of(MAPPER.writeValueAsBytes(body)));
    }
}
