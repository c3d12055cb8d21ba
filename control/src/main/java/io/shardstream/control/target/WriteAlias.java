package io.shardstream.control.target;

import io.shardstream.common.bytes.Bytes;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.primary.AliasKind;
import io.shardstream.control.refusal.RunRefusedException;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The run's own alias of the target, through which everything is written: taking it away fences every
/// writer. Its name has a capital letter, which no index name may have, so that a late delete cannot
/// create an index of that name (`require_alias` is ignored for deletes).
public final class WriteAlias {
    private static final JsonMapper MAPPER = new JsonMapper();

    private final ElasticCluster target;
    private final String run;
    private final String name;

    public WriteAlias(ElasticCluster target, String run) {
        this.target = target;
        this.run = run;
        this.name = AliasKind.PREFIX + run;
    }

    public String name() {
        return name;
    }

    /// The name that it has in a run that adopts its target: no process of an earlier run knows it.
    ///
    /// @param docsTopicId of the run
    public String nameAfterAdoption(String docsTopicId) {
        return AliasKind.WRITE.of(run) + docsTopicId;
    }

    /// @throws RunRefusedException if the alias stands for another index than this
    public void requireFreeFor(String index) throws ElasticException {
        Set<String> holders = holders();
        holders.remove(index);
        if (!holders.isEmpty()) {
            throw new RunRefusedException("The write alias '" + name + "' of this run stands for index '"
                    + String.join("', '", holders) + "' and not for '" + index + "': an earlier run of the same name"
                    + " wrote there. Choose another run name, or remove the alias.");
        }
    }

    void addTo(String index) throws ElasticException {
        ObjectNode body = MAPPER.createObjectNode();
        body.putArray("actions")
                .addObject()
                .putObject("add")
                .put("index", index)
                .put("alias", name);
        target.send(Call.post("/_aliases", Bytes.of(MAPPER.writeValueAsBytes(body))))
                .orThrow();
    }

    private Set<String> holders() throws ElasticException {
        Reply reply = target.send(Call.get("/_alias/" + Call.encoded(name)));
        return reply.status() == 404
                ? new TreeSet<>()
                : new TreeSet<>(reply.orThrow().json().propertyNames());
    }
}
