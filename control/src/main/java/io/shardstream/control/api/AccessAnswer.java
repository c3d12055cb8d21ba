package io.shardstream.control.api;

import io.shardstream.common.http.Access;
import io.shardstream.common.http.Exchange;
import io.shardstream.common.http.Refusal;
import java.io.IOException;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Tells whoever asks what they may do, so that the page can ask for a token where one helps, and only there.
///
/// `read` and `change` say what is allowed as things are, `token` whether a token would allow to change something, and
/// `why` why nothing can be changed.
public final class AccessAnswer {
    private static final JsonMapper MAPPER = new JsonMapper();

    private AccessAnswer() {}

    public static void answer(Exchange exchange) throws IOException {
        Optional<Refusal> change = exchange.refusal(Access.CHANGE);
        ObjectNode answer = MAPPER.createObjectNode()
                .put("read", exchange.refusal(Access.READ).isEmpty())
                .put("change", change.isEmpty());
        change.ifPresent(refusal -> answer.put("token", refusal.tokenHelps()).put("why", refusal.why()));
        exchange.json(200, MAPPER.writeValueAsBytes(answer));
    }
}
