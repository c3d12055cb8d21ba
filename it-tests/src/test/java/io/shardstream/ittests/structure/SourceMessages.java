package io.shardstream.ittests.structure;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// The sentences with which commands refuse, stop or warn, as they stand in the main sources. What is known
/// only when one is said is a `…`; of a sentence that differs by a condition each variant is one.
final class SourceMessages {
    private static final String UNKNOWN = "…";
    private static final int MOST_VARIANTS = 12;
    /// Less than this is all of it known only when it is said.
    private static final Pattern WORDS = Pattern.compile("[A-Za-z-]+ [A-Za-z-]+");
    private static final Set<String> MODULES = Set.of("common", "reader", "writer", "control", "workload", "cli");

    /// What becomes of a message, by what it is given to.
    enum Kind {
        REFUSED("RunRefusedException"),
        BLOCKED("BlockedException"),
        GIVEN_UP("GivenUpException"),
        NOT_COMPARED("CompareException"),
        USAGE("ParameterException"),
        FINDING_BLOCKS("Finding.blocks"),
        FINDING_WARNS("Finding.warns");

        private final String made;

        Kind(String made) {
            this.made = made;
        }

        private static Optional<Kind> of(String made) {
            for (Kind kind : values()) {
                if (kind.made.equals(made)) {
                    return Optional.of(kind);
                }
            }
            return Optional.empty();
        }
    }

    /// @param from the class that says it
    record Message(Kind kind, String text, String from) {}

    private SourceMessages() {}

    /// All of them, in the order of the files and as they stand there, each once.
    static List<Message> all() {
        JavaCompiler compiler =
                Optional.ofNullable(ToolProvider.getSystemJavaCompiler()).orElseThrow();
        List<Path> files = Project.mainSources().stream()
                .filter(file -> MODULES.contains(
                        Project.HOME.relativize(file).getName(0).toString()))
                .toList();
        SequencedSet<Message> messages = new LinkedHashSet<>();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
            for (CompilationUnitTree unit : task.parse()) {
                String from = Path.of(unit.getSourceFile().getName())
                        .getFileName()
                        .toString()
                        .replace(".java", "");
                Declared declared = new Declared();
                unit.accept(declared, "");
                unit.accept(new Sayings(from, declared, messages), "");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return List.copyOf(messages);
    }

    /// What a file's constants, variables and short methods are, by name, where a name stands for one thing
    /// only.
    private static final class Declared extends TreeScanner<Void, String> {
        private final Map<String, ExpressionTree> known = new HashMap<>();
        private final Set<String> declared = new HashSet<>();

        @Override
        public Void visitVariable(VariableTree variable, String from) {
            know(variable.getName().toString(), variable.getInitializer());
            return super.visitVariable(variable, from);
        }

        @Override
        public Void visitMethod(MethodTree method, String from) {
            List<? extends StatementTree> body =
                    method.getBody() == null ? List.of() : method.getBody().getStatements();
            know(
                    method.getName() + "()",
                    body.size() == 1 && body.getFirst() instanceof ReturnTree only ? only.getExpression() : null);
            return super.visitMethod(method, from);
        }

        private void know(String name, @Nullable ExpressionTree value) {
            if (!declared.add(name)) {
                known.remove(name);
            } else if (value != null) {
                known.put(name, value);
            }
        }
    }

    private static final class Sayings extends TreeScanner<Void, String> {
        private final String from;
        private final Declared declared;
        private final SequencedSet<Message> messages;

        Sayings(String from, Declared declared, SequencedSet<Message> messages) {
            this.from = from;
            this.declared = declared;
            this.messages = messages;
        }

        @Override
        public Void visitNewClass(NewClassTree made, String from) {
            Kind.of(made.getIdentifier().toString())
                    .ifPresent(kind -> add(
                            kind,
                            made.getArguments().stream()
                                    .skip(kind == Kind.USAGE ? 1 : 0)
                                    .limit(1)
                                    .toList()));
            return super.visitNewClass(made, from);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, String from) {
            Kind.of(call.getMethodSelect().toString())
                    .ifPresent(kind -> add(
                            kind, call.getArguments().stream().skip(1).limit(2).toList()));
            return super.visitMethodInvocation(call, from);
        }

        /// What is said, and the advice behind it.
        private void add(Kind kind, List<? extends ExpressionTree> parts) {
            List<String> texts = List.of("");
            for (ExpressionTree part : parts) {
                texts = joined(texts, variants(part, 0), " ");
            }
            texts.stream()
                    .map(text -> text.strip().replaceAll("…(?:\\s*…)+", UNKNOWN).replaceAll("\\s+", " "))
                    .filter(text -> WORDS.matcher(text).find())
                    .forEach(text -> messages.add(new Message(kind, text, from)));
        }

        private List<String> variants(ExpressionTree tree, int depth) {
            return switch (tree) {
                case LiteralTree literal -> List.of(String.valueOf(literal.getValue()));
                case ParenthesizedTree inner -> variants(inner.getExpression(), depth);
                case BinaryTree sum
                when sum.getKind() == Tree.Kind.PLUS ->
                    joined(variants(sum.getLeftOperand(), depth), variants(sum.getRightOperand(), depth), "");
                case ConditionalExpressionTree either ->
                    both(variants(either.getTrueExpression(), depth), variants(either.getFalseExpression(), depth));
                case SwitchExpressionTree cases -> ofCases(cases, depth);
                case IdentifierTree name -> known(name.getName().toString(), depth);
                case MethodInvocationTree call -> ofCall(call, depth);
                default -> List.of(UNKNOWN);
            };
        }

        private List<String> ofCases(SwitchExpressionTree cases, int depth) {
            List<String> all = List.of();
            for (CaseTree one : cases.getCases()) {
                ExpressionTree value = valueOf(one.getBody());
                if (value != null) {
                    all = both(all, variants(value, depth));
                }
            }
            return all.isEmpty() ? List.of(UNKNOWN) : all;
        }

        private static @Nullable ExpressionTree valueOf(@Nullable Tree body) {
            return switch (body) {
                case ExpressionTree value -> value;
                case ExpressionStatementTree statement -> statement.getExpression();
                case YieldTree yield -> yield.getValue();
                case StatementTree _ -> null;
                case null, default -> null;
            };
        }

        private List<String> known(String name, int depth) {
            ExpressionTree value = declared.known.get(name);
            return value == null || depth > 3 ? List.of(UNKNOWN) : variants(value, depth + 1);
        }

        private List<String> ofCall(MethodInvocationTree call, int depth) {
            if (call.getMethodSelect() instanceof MemberSelectTree select
                    && select.getIdentifier().contentEquals("formatted")) {
                return variants(select.getExpression(), depth).stream()
                        .map(text -> text.replaceAll("%[\\d.$,]*[sdf]", UNKNOWN).replace("%%", "%"))
                        .toList();
            }
            return call.getMethodSelect() instanceof IdentifierTree name
                    ? known(name.getName() + "()", depth)
                    : List.of(UNKNOWN);
        }

        private static List<String> both(List<String> one, List<String> other) {
            List<String> all = new ArrayList<>(one);
            all.addAll(other);
            return all.size() > MOST_VARIANTS ? List.of(UNKNOWN) : all;
        }

        private static List<String> joined(List<String> first, List<String> second, String between) {
            List<String> all = new ArrayList<>();
            for (String one : first) {
                for (String other : second) {
                    all.add(one + (one.isEmpty() || other.isEmpty() ? "" : between) + other);
                }
            }
            return all.size() > MOST_VARIANTS
                    ? List.of(first.size() > 1 ? UNKNOWN + second.getFirst() : first.getFirst() + UNKNOWN)
                    : all;
        }
    }
}
