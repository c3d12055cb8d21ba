package io.shardstream.localcluster.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// A command that is to run as a child which never outlives this JVM.
///
/// @param command program and arguments, at least the program
/// @param environment variables that the child gets beside this JVM's own
/// @param withoutVariables variables of this JVM that the child does not get
/// @param folder the folder in which it runs
/// @param output the file to which its standard output and standard error are appended
/// @param removedAtEnd a folder that is deleted when this JVM ends, however it ends, while the command still runs
public record SupervisedCommand(
        List<String> command,
        Map<String, String> environment,
        Set<String> withoutVariables,
        Path folder,
        Path output,
        Optional<Path> removedAtEnd) {

    public SupervisedCommand {
        if (command.isEmpty()) {
            throw new IllegalArgumentException("A command needs at least the name of a program");
        }
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        withoutVariables = Set.copyOf(withoutVariables);
    }

    /// A command with this JVM's environment.
    public SupervisedCommand(List<String> command, Path folder, Path output) {
        this(command, Map.of(), Set.of(), folder, output, Optional.empty());
    }

    /// The same with one more variable.
    public SupervisedCommand with(String variable, String value) {
        Map<String, String> more = new TreeMap<>(environment);
        more.put(variable, value);
        return new SupervisedCommand(command, more, withoutVariables, folder, output, removedAtEnd);
    }

    /// The same without these variables of this JVM.
    public SupervisedCommand without(String... variables) {
        Set<String> fewer = new TreeSet<>(withoutVariables);
        fewer.addAll(List.of(variables));
        return new SupervisedCommand(command, environment, fewer, folder, output, removedAtEnd);
    }

    /// The same with these words in front of it.
    SupervisedCommand behind(List<String> front) {
        List<String> whole = new ArrayList<>(front);
        whole.addAll(command);
        return new SupervisedCommand(whole, environment, withoutVariables, folder, output, removedAtEnd);
    }

    /// The same with a folder that goes when this JVM ends.
    public SupervisedCommand removingAtEnd(Path removed) {
        return new SupervisedCommand(command, environment, withoutVariables, folder, output, Optional.of(removed));
    }
}
