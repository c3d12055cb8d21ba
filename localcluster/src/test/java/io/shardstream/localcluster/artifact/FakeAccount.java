package io.shardstream.localcluster.artifact;

import io.shardstream.localcluster.process.Account;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/// A user who may enter the folders that a test says.
record FakeAccount(Predicate<Path> enters) implements Account {

    @Override
    public List<String> commandPrefix() {
        return List.of();
    }

    @Override
    public void own(Path folder) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean canEnter(Path folder) {
        return enters.test(folder);
    }

    @Override
    public String numbers() {
        return "1000:1000";
    }

    @Override
    public String name() {
        return "fake";
    }
}
