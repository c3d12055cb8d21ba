package io.shardstream.control.run.cutover;

import io.shardstream.control.run.block.HookFailedException;
import io.shardstream.control.run.block.SwapHook;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What is called at a swap, what it was told, and what happens meanwhile.
final class OnSwapFixture {
    final List<JsonNode> told = new ArrayList<>();
    Meanwhile meanwhile = () -> {};

    final SwapHook hook = record -> {
        told.add(JsonMapper.shared().readTree(record));
        meanwhile.happens();
    };

    interface Meanwhile {
        void happens() throws HookFailedException;
    }
}
