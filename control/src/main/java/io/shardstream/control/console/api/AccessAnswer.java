package io.shardstream.control.console.api;

import io.shardstream.common.http.AccessPolicy;
import io.shardstream.common.http.Exchange;
import io.shardstream.common.http.HttpRefusal;
import java.io.IOException;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Tells whoever asks what they may do, so that the page can ask for a token where one helps, and only there.
///
/// `read` and `change` say what is allowed as things are, `token` whether a token would allow to change
/// something, and `why` why nothing can be changed.
final class AccessAnswer {
    private static final JsonMapper MAPPER = new JsonMapper();

    private AccessAnswer() {}

    public static void answer(Exchange exchange) throws IOException {
        Optional<HttpRefusal> change = exchange.refusal(AccessPolicy.CHANGE);
        ObjectNode answer = MAPPER.createObjectNode()
                .put("read", exchange.refusal(AccessPolicy.READ).isEmpty())
                .put("change", change.isEmpty());
        change.ifPresent(refusal -> answer.put("token", refusal.tokenHelps()).put("why", refusal.why()));
        exchange.json(200, MAPPER.writeValueAsBytes(answer));
    }
}
