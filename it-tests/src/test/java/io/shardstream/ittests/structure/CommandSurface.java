package io.shardstream.ittests.structure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/// Commands with their options, parameters and exit codes, as picocli knows them, one on each line.
///
/// @param command with all its parts
record CommandSurface(CommandLine command) {
    /// In the order of the commands. What all parts of a command have is told once, with a `*` in their place.
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        add(command, command.getCommandName(), Set.of(), lines);
        return lines;
    }

    private static void add(CommandLine command, String name, Set<String> told, List<String> lines) {
        CommandSpec spec = command.getCommandSpec();
        lines.add("command " + name
                + (spec.usageMessage().hidden() ? ", hidden" : "")
                + Arrays.stream(spec.aliases()).map(alias -> ", alias " + alias).collect(Collectors.joining()));
        arguments(spec)
                .filter(argument -> !told.contains(argument))
                .forEach(argument -> lines.add("option " + name + " " + argument));
        if (!spec.usageMessage().exitCodeList().isEmpty()) {
            lines.add("exit " + name + ", "
                    + spec.usageMessage().exitCodeList().keySet().stream()
                            .map(String::trim)
                            .collect(Collectors.joining(", ")));
        }
        Set<String> shared = new TreeSet<>(shared(command));
        shared.removeAll(told);
        shared.forEach(argument -> lines.add("option " + name + " * " + argument));
        shared.addAll(told);
        command.getSubcommands().forEach((word, part) -> {
            if (!List.of(part.getCommandSpec().aliases()).contains(word)) {
                add(part, name + " " + word, shared, lines);
            }
        });
    }

    /// What every part below has.
    private static Set<String> shared(CommandLine command) {
        return parts(command)
                .flatMap(CommandSurface::withParts)
                .map(part -> arguments(part.getCommandSpec()).collect(Collectors.toSet()))
                .reduce((one, other) -> {
                    one.retainAll(other);
                    return one;
                })
                .filter(all -> parts(command).count() > 1)
                .orElse(Set.of());
    }

    private static Stream<CommandLine> withParts(CommandLine command) {
        return Stream.concat(Stream.of(command), parts(command).flatMap(CommandSurface::withParts));
    }

    private static Stream<CommandLine> parts(CommandLine command) {
        return command.getSubcommands().values().stream().distinct();
    }

    private static Stream<String> arguments(CommandSpec spec) {
        return Stream.concat(
                spec.options().stream().map(CommandSurface::option),
                spec.positionalParameters().stream().map(CommandSurface::parameter));
    }

    private static String option(OptionSpec option) {
        return described(String.join(" ", option.names()), option.negatable() ? "negatable" : "", option);
    }

    private static String parameter(PositionalParamSpec parameter) {
        return described(parameter.paramLabel(), "index " + parameter.index(), parameter);
    }

    private static String described(String name, String own, ArgSpec argument) {
        String words = argument.completionCandidates() == null
                ? ""
                : StreamSupport.stream(argument.completionCandidates().spliterator(), false)
                        .collect(Collectors.joining("|"));
        return Stream.of(
                        name,
                        own,
                        "arity " + argument.arity(),
                        words.isEmpty() ? "" : "one of " + words,
                        argument.isMultiValue() ? "several" : "",
                        argument.required() ? "required" : "",
                        fallback(argument),
                        argument.hidden() ? "hidden" : "")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /// What is of this machine is not told.
    private static String fallback(ArgSpec argument) {
        String text = argument.defaultValueString(false);
        boolean none = List.of("", "null", "[]", "{}", "Optional.empty").contains(text) || isSwitch(argument, text);
        return none ? "" : "default " + text.replace(System.getProperty("user.home"), "~");
    }

    private static boolean isSwitch(ArgSpec argument, String text) {
        return argument.arity().max() == 0 && text.equals("false");
    }
}
