package io.shardstream.common.runfile;

import io.shardstream.common.contract.record.OnSourceMappingChange;
import io.shardstream.common.contract.record.ReplaceIndex;
import io.shardstream.common.contract.record.Side;
import io.shardstream.common.contract.record.Throttle;
import io.shardstream.common.contract.record.Trim;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.file.SmallFile;
import io.shardstream.common.seal.SealKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Reads a run file: first every key and what is wrong with it, then, if nothing is, the records.
final class RunFileReader {
    private static final int LARGEST = 1 << 20;

    private final Reading reading;

    private RunFileReader(Reading reading) {
        this.reading = reading;
    }

    static RunFile read(Path file, RunFile.Environment environment, NeededSecrets needs, InstantSource clock)
            throws RunFileException {
        Problems problems = new Problems(file.toString());
        Optional<String> text = text(file, problems);
        problems.check();
        Path folder = Optional.ofNullable(file.getParent()).orElse(Path.of(""));
        return parse(text.orElseThrow(), problems, folder, environment, needs, clock);
    }

    static RunFile parse(
            String text,
            Problems problems,
            Path folder,
            RunFile.Environment environment,
            NeededSecrets needs,
            InstantSource clock)
            throws RunFileException {
        Reading reading =
                new Reading(problems, folder, environment, needs, clock, new LinkedHashMap<>(), new ArrayList<>());
        Optional<Supplier<RunFile>> run =
                NodeReader.read(text, problems).map(node -> new RunFileReader(reading).run(node));
        problems.check();
        return run.orElseThrow().get();
    }

    static Map<String, String> keys() {
        Map<String, String> keys = new LinkedHashMap<>();
        Reading reading = new Reading(
                new Problems(""),
                Path.of(""),
                name -> null,
                NeededSecrets.CLUSTERS,
                InstantSource.system(),
                keys,
                new ArrayList<>());
        new RunFileReader(reading).run(new Node.Mapping(0, Map.of()));
        return Collections.unmodifiableMap(keys);
    }

    private Supplier<RunFile> run(Node node) {
        Section top = Section.top(reading, node);
        Field<String> name = top.required("run", Names::run);
        Supplier<KafkaConfig> kafka = new KafkaReader(reading).read(top.section("kafka"));
        Section sourceSection = top.section("source");
        Supplier<EndpointConfig> sourceEndpoint = new EndpointReader(reading, Side.SOURCE).read(sourceSection);
        Field<String> sourceIndex = sourceSection.required("index", Names::index);
        Field<Boolean> uniqueIds = sourceSection.optional("ids-unique-across-routings", "false", Units.yesOrNo());
        Field<Boolean> applicationVersions = sourceSection.optional("application-versions", "false", Units.yesOrNo());
        Field<Boolean> refresh = sourceSection.optional("refresh", "true", Units.yesOrNo());
        Field<Duration> refreshInterval = sourceSection.optional("refresh-interval", "1s", Units.time("100ms", "10s"));
        Field<OnSourceMappingChange> onChange = sourceSection.optional(
                "on-mapping-change", "apply", Units.oneOf(OnSourceMappingChange.values(), OnSourceMappingChange::text));
        Supplier<TargetConfig> target = new TargetReader(reading).read(top.section("target"));
        Supplier<DocsConfig> docs = docs(top.optionalSection("docs"));
        Supplier<ReaderConfig> reader = reader(top.optionalSection("reader"));
        Supplier<WriterConfig> writer = writer(top.optionalSection("writer"));
        Field<VersionMode> versions = top.optionalSection("version")
                .optional("mode", "seqno", Units.oneOf(VersionMode.values(), VersionMode::text));
        Field<Optional<Boolean>> follow = top.optional("follow", Units.yesOrNo());
        Field<Duration> sweepEvery = top.optionalSection("sweep").optional("every", "60s", Units.time("1s", "24h"));
        Field<Optional<Integer>> maxRejects =
                top.optionalSection("rejects").optional("max", Units.number(0, 1_000_000_000));
        Supplier<CutoverConfig> cutover = cutover(top.optionalSection("cutover"));
        Section guard = top.sectionOrOff("guard");
        Supplier<Throttle> throttle = ThrottleReader.read(top.optionalSection("throttle"), guard, reading.problems());
        Field<Optional<String>> canary = guard.optional("canary", RunFileReader::search);
        Field<Duration> sessionTimeout = top.optional("session-timeout", "15s", Units.time("1s", "30m"));
        reading.sections().forEach(Section::reportUnknown);
        Supplier<SourceConfig> source = () -> new SourceConfig(
                sourceEndpoint.get(),
                sourceIndex.get(),
                uniqueIds.get(),
                applicationVersions.get(),
                refresh.get(),
                refreshInterval.get(),
                onChange.get());
        if (reading.problems().isEmpty()) {
            refuseCopyOntoItself(source.get(), target.get(), sourceIndex);
        }
        return () -> new RunFile(
                name.get(),
                kafka.get(),
                source.get(),
                target.get(),
                docs.get(),
                reader.get(),
                writer.get(),
                versions.get(),
                follow.get(),
                sweepEvery.get(),
                maxRejects.get().map(OptionalInt::of).orElseGet(OptionalInt::empty),
                cutover.get(),
                throttle.get(),
                canary.get(),
                sessionTimeout.get());
    }

    private static String search(Node.Scalar value) throws Refused {
        try {
            if (new JsonMapper().readTree(value.text()) instanceof ObjectNode) {
                return value.text();
            }
        } catch (JacksonException e) {
            // Its message quotes the text.
        }
        throw Refused.of("must be the body of a search as JSON in quotes", value.text());
    }

    private Supplier<DocsConfig> docs(Section docs) {
        Field<Optional<Long>> document = docs.optional("max-document", Units.size("1kb", "1gb"));
        Field<Optional<Long>> backlog = docs.optional("max-backlog", Units.size("1mb", "1048576gb"));
        Field<Optional<Trim>> trim = docs.optional("trim", Units.oneOf(Trim.values(), Trim::text));
        Field<Optional<Secret>> key = docs.optional("seal-key", this::sealKey);
        return () -> new DocsConfig(
                document.get().map(OptionalLong::of).orElseGet(OptionalLong::empty),
                backlog.get().map(OptionalLong::of).orElseGet(OptionalLong::empty),
                trim.get(),
                key.get());
    }

    private Secret sealKey(Node.Scalar value) throws Refused {
        Secret key = new Secrets(reading, reading.needs().documents()).secret(value);
        if (key.isKnown() && SealKey.of(key.reveal()).isEmpty()) {
            throw new Refused("must stand for " + SealKey.BYTES + " bytes in base64, such as openssl rand -base64 "
                    + SealKey.BYTES + " writes: " + value.text());
        }
        return key;
    }

    private Supplier<ReaderConfig> reader(Section reader) {
        Field<Integer> windows = reader.optional("windows-in-flight", "4", Units.number(1, 64));
        Field<Long> window = reader.optional("window-bytes", "8mb", Units.size("1kb", "256mb"));
        Field<Long> most = reader.optional("max-bytes", "64mb", Units.size("1kb", "64gb"));
        mustHold(most, window);
        return () -> new ReaderConfig(windows.get(), window.get(), most.get());
    }

    private Supplier<WriterConfig> writer(Section writer) {
        Field<Long> bulk = writer.optional("bulk-bytes", "5mb", Units.size("1kb", "256mb"));
        Field<BulkScope> scope =
                writer.optional("bulk-scope", "auto", Units.oneOf(BulkScope.values(), BulkScope::text));
        Field<Integer> bulks = writer.optional("bulks-in-flight", "8", Units.number(1, 64));
        Field<Long> most = writer.optional("max-bytes", "64mb", Units.size("1kb", "64gb"));
        mustHold(most, bulk);
        return () -> new WriterConfig(bulk.get(), scope.get(), bulks.get(), most.get());
    }

    private Supplier<CutoverConfig> cutover(Section cutover) {
        Field<Duration> blocked = cutover.optional("max-blocked", "60s", Units.time("1s", "1h"));
        Field<Integer> lag = cutover.optional("max-lag", "10000", Units.number(0, 1_000_000_000));
        Field<List<String>> canaries = cutover.optionalList("canaries", RunFileReader::search);
        Field<Integer> tolerance = cutover.optional("canary-tolerance", "0%", ThrottleText.percent(0));
        Field<ReplaceIndex> replace =
                cutover.optional("replace-index", "false", Units.oneOf(ReplaceIndex.values(), ReplaceIndex::text));
        Field<List<Secret>> onSwap = cutover.optionalList("on-swap", this::onSwapWord);
        Field<Duration> timeout = cutover.optional("on-swap-timeout", "10s", Units.time("1s", "10m"));
        mustFit(onSwap, replace);
        return () -> new CutoverConfig(
                blocked.get(), lag.get(), canaries.get(), tolerance.get(), replace.get(), onSwap.get(), timeout.get());
    }

    private Secret onSwapWord(Node.Scalar value) throws Refused {
        Secret word = new Secrets(reading, reading.needs().cutover()).text(value);
        if (word.isKnown()) {
            OnSwapWords.checkWord(word.reveal());
        }
        return word;
    }

    private void mustFit(Field<List<Secret>> onSwap, Field<ReplaceIndex> replace) {
        onSwap.ifValid()
                .flatMap(OnSwapWords::problem)
                .ifPresent(problem -> reading.problems().add(onSwap.line(), onSwap.key(), problem));
        boolean isReplaced = replace.ifValid().filter(ReplaceIndex::isWanted).isPresent();
        onSwap.ifValid()
                .filter(words -> !words.isEmpty() && isReplaced)
                .ifPresent(_ -> reading.problems()
                        .add(
                                onSwap.line(),
                                onSwap.key(),
                                "cannot be used with cutover.replace-index, with which applications keep the"
                                        + " name of the index"));
    }

    private void mustHold(Field<Long> most, Field<Long> one) {
        most.ifValid()
                .ifPresent(large -> one.ifValid()
                        .filter(small -> small > large)
                        .ifPresent(small -> reading.problems()
                                .add(
                                        most.line(),
                                        most.key(),
                                        "must be at least " + one.key() + " (" + Units.size(small) + "), got "
                                                + Units.size(large))));
    }

    private void refuseCopyOntoItself(SourceConfig source, TargetConfig target, Field<String> where) {
        if (source.index().equals(target.index()) && source.endpoint().sharesNodeWith(target.endpoint())) {
            reading.problems()
                    .add(
                            where.line(),
                            "source.index",
                            "and target.index are one index of one cluster: " + source.index());
        }
    }

    private static Optional<String> text(Path file, Problems problems) {
        try {
            if (Files.isDirectory(file)) {
                problems.add(0, "is a folder, not a run file");
            } else {
                ByteBuffer bytes = ByteBuffer.wrap(SmallFile.read(file, LARGEST));
                return Optional.of(
                        StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
            }
        } catch (NoSuchFileException e) {
            problems.add(0, "there is no such file");
        } catch (SmallFile.UnfitException e) {
            problems.add(0, e.getMessage() + "; a run file is a text file of 1mb at most");
        } catch (CharacterCodingException e) {
            problems.add(0, "is not text in UTF-8");
        } catch (IOException e) {
            problems.add(0, "cannot be read: " + e.getClass().getSimpleName());
        }
        return Optional.empty();
    }
}
