package io.shardstream.cli;

import io.shardstream.common.kafka.ThisProcess;
import picocli.CommandLine.IVersionProvider;

/// The version of the build, and of the Java that runs it.
final class BuiltVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"shardstream " + ThisProcess.version() + ", Java " + Runtime.version()};
    }
}
