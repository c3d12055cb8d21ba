package io.shardstream.cli.rejects;

import io.shardstream.cli.connect.OutputOption;
import io.shardstream.cli.connect.RunFileOption;
import io.shardstream.cli.exit.ExitCodes;
import io.shardstream.cli.exit.OnlyAnswers;
import io.shardstream.cli.exit.UnprintedException;
import io.shardstream.cli.view.Json;
import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.runfile.RunFile;
import io.shardstream.control.state.finding.RunRefusedException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Shows the rejects of one document.
@Command(
        name = "show",
        header = "Shows why and in which states a document was rejected.",
        description = {
            "The target's own words are shown in full, which may quote a value of the document. Its bytes are shown with"
                    + " --body only.",
            OldStates.HELP + " Look at both before you index what --body gives.",
            "Works from anywhere with only the run file, also when the run has ended."
        },
        footerHeading = "%nExample:%n",
        footer = {
            "  shardstream rejects show 42 -f run.yaml",
            "  shardstream rejects show 42 --body -f run.yaml > 42.json"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {" 0:They were shown", ExitCodes.FAILED_HELP, ExitCodes.WRONG_USAGE_HELP})
public final class RejectsShowCommand implements Callable<Integer>, OnlyAnswers {
    private final RunFile.Environment environment;
    private final OutputStream bodies;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private RunFileOption runFile = new RunFileOption();

    @Mixin
    private OutputOption output = new OutputOption();

    @Parameters(paramLabel = "<id>", description = "The document's _id.")
    private String id = "";

    @Option(
            names = "--routing",
            paramLabel = "<routing>",
            description = "Only the document under this routing; empty for the one that has none.")
    private @Nullable String routing;

    @Option(
            names = "--body",
            description = "Writes nothing but the bytes of the newest rejected state, as the source gave them.")
    private boolean body;

    /// @param bodies where bytes of documents go
    public RejectsShowCommand(RunFile.Environment environment, OutputStream bodies) {
        this.environment = environment;
        this.bodies = bodies;
    }

    @Override
    public Integer call() throws Exception {
        RunFile file = runFile.readForDocuments(environment);
        StoredRejects rejects = StoredRejects.of(file);
        DocumentRejects found =
                new DocumentRejects(id, routing, rejects.plan().reading().versions(), rejects.committed());
        rejects.forEach(found::add);
        if (found.isEmpty()) {
            throw new RunRefusedException("Run " + file.name() + " has no reject of a document with the id " + id
                    + (routing == null ? "" : " under that routing") + ": 'rejects list' shows what was rejected.");
        }
        if (body) {
            write(found.body());
        } else {
            print(found, file.name());
        }
        return ExitCodes.DONE;
    }

    private void write(Bytes source) {
        try {
            bodies.write(source.array(), source.offset(), source.length());
            bodies.flush();
        } catch (IOException e) {
            throw new UnprintedException(e);
        }
    }

    private void print(DocumentRejects found, String run) {
        PrintWriter out = spec.commandLine().getOut();
        switch (output.format()) {
            case table -> found.table().forEach(out::println);
            case json -> out.println(Json.object(found.fields(run)));
        }
        out.flush();
    }
}
