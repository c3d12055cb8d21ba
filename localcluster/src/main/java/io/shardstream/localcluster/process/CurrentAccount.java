package io.shardstream.localcluster.process;

import com.sun.security.auth.module.UnixSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The user of this JVM.
record CurrentAccount() implements Account {

    @Override
    public List<String> commandPrefix() {
        return List.of();
    }

    @Override
    public void own(Path folder) {
        // What this JVM makes is this user's already.
    }

    @Override
    public boolean canEnter(Path folder) {
        return Files.isExecutable(folder);
    }

    @Override
    public String numbers() {
        UnixSystem system = new UnixSystem();
        return system.getUid() + ":" + system.getGid();
    }

    @Override
    public String name() {
        return System.getProperty("user.name", "?");
    }
}
