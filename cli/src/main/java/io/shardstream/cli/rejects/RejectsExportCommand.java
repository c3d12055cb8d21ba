package io.shardstream.cli.rejects;

import io.shardstream.cli.connect.RunFileOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.OnlyAnswers;
import io.shardstream.cli.exit.UnprintedException;
import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.compare.rejects.Choice;
import io.shardstream.control.compare.rejects.EditableRejects;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Writes rejected documents out, to be edited.
@Command(
        name = "export",
        header = "Writes rejected documents out, one a line, to be edited and replayed.",
        description = {
            "Of each document the newest rejected state that is still open, as a JSON object with _id, _version,"
                    + " _routing where there is one, and _source. 'rejects replay --from' takes such lines.",
            OldStates.HELP + " Look at both before you index what was written out in another way.",
            "Works from anywhere with only the run file, also when the run has ended."
        },
        footerHeading = "%nExample:%n",
        footer = "  shardstream rejects export --type mapper_parsing_exception -f run.yaml > rejects.ndjson",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {" 0:They were written out, or there are none", ExitCodes.FAILED_HELP, ExitCodes.WRONG_USAGE_HELP
        })
public final class RejectsExportCommand implements Callable<Integer>, OnlyAnswers {
    private final RunFile.Environment environment;
    private final OutputStream bodies;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Option(names = "--type", paramLabel = "<type>", description = "Those with this error type; may be repeated.")
    private Set<String> types = new TreeSet<>();

    @Option(names = "--id", paramLabel = "<id>", description = "Those with this _id, open or not; may be repeated.")
    private Set<String> ids = new TreeSet<>();

    /// @param bodies where bytes of documents go
    public RejectsExportCommand(RunFile.Environment environment, OutputStream bodies) {
        this.environment = environment;
        this.bodies = bodies;
    }

    @Override
    public Integer call() throws Exception {
        RunFile file = runFile.readForDocuments(environment);
        StoredRejects rejects = StoredRejects.of(file);
        EditableRejects editable = new EditableRejects(choice(), rejects.order(), rejects.committed());
        rejects.forEach(editable::add);
        editable.choose();
        rejects.forEach((one, _) -> write(editable.line(one)));
        bodies.flush();
        if (editable.leftOut() > 0) {
            spec.commandLine()
                    .getErr()
                    .println(NumberText.count(editable.leftOut())
                            + " documents were left out: their bytes do not lie in Kafka or cannot be one line, or they"
                            + " are deletes.");
        }
        OldStates.ofExported(editable.written()).ifPresent(spec.commandLine().getErr()::println);
        return ExitCodes.DONE;
    }

    private Choice choice() {
        if (!types.isEmpty() && !ids.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--type and --id do not go together.");
        }
        if (types.isEmpty() && ids.isEmpty()) {
            return Choice.ALL;
        }
        return ids.isEmpty() ? new Choice(Choice.By.TYPE, types) : new Choice(Choice.By.ID, ids);
    }

    private void write(Optional<Bytes> line) {
        if (line.isPresent()) {
            Bytes bytes = line.get();
            try {
                bodies.write(bytes.array(), bytes.offset(), bytes.length());
            } catch (IOException e) {
                throw new UnprintedException(e);
            }
        }
    }
}
