package io.shardstream.control.compare.meaning;

import io.shardstream.common.contract.bytes.NumberText;
import io.shardstream.common.contract.record.VersionMode;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.loop.Sleeper;
import io.shardstream.common.shard.NotPrimaryException;
import io.shardstream.control.compare.meaning.MeaningDifference.Kind;
import io.shardstream.control.compare.scan.Asking;
import io.shardstream.control.compare.scan.DocumentKey;
import io.shardstream.control.compare.scan.ScannedCopy;
import io.shardstream.control.compare.version.ComparedRun;
import io.shardstream.control.compare.version.SourceScan;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.Server;
import io.shardstream.control.state.lanes.NotDrainedException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/// Whether searches find the same on both sides: how many documents have which field, whose values were left
/// out of the index, which terms a sample of documents has, and what a client gets that asks for one.
///
/// A difference is believed if it is more than writes explain in every round ([CountedFields]), or is seen in
/// a document whose state is the same on both sides ([DocumentPairs]). Everything that could not be asked is
/// listed.
public final class MeaningComparison {
    private static final int MOST_SAMPLED = 100;
    private static final int MOST_RETURNED = 50;
    private static final int MOST_ANALYZED = 50;
    private static final int MOST_TEXTS = 5;
    /// Fields for which documents are looked for that differ.
    private static final int MOST_WITH_EXAMPLES = 20;
    /// Documents of a field that are looked at for that.
    private static final int MOST_LOOKED_AT = 500;

    private final MeaningSides sides;
    private final ComparedRun run;
    private final Asking asking;
    private final InstantSource clock;
    private final Sleeper sleeper;
    private final SideSearch source;
    private final SideSearch target;
    private Consumer<String> stages = _ -> {};

    /// @param sleeper how to wait; also told before each question, and may end the comparison by throwing
    public MeaningComparison(MeaningSides sides, InstantSource clock, Sleeper sleeper) {
        this(sides, clock, sleeper, ScannedCopy::found);
    }

    MeaningComparison(MeaningSides sides, InstantSource clock, Sleeper sleeper, ShardAnswers answers) {
        this.sides = sides;
        this.run = sides.run();
        this.asking = new Asking(sleeper, run.atOnce());
        this.clock = clock;
        this.sleeper = sleeper;
        this.source = new SideSearch(run.source(), asking, answers);
        this.target = new SideSearch(run.target(), asking, answers);
    }

    /// Told what is done next, in a few words for people.
    public MeaningComparison tellingStages(Consumer<String> listener) {
        stages = listener;
        return this;
    }

    /// What was found out until now.
    private static final class Found {
        private final List<MeaningDifference> differences = new ArrayList<>();
        private final List<MeaningDifference> unsettled = new ArrayList<>();
        private final Map<String, String> untold;

        Found(Map<String, String> untold) {
            this.untold = new TreeMap<>(untold);
        }

        boolean has(String field) {
            return differences.stream().anyMatch(known -> known.field().equals(field));
        }

        /// Unless it is known that the field differs.
        void take(MeaningDifference difference) {
            String field = difference.field();
            if (!has(field)) {
                unsettled.removeIf(known -> known.field().equals(field));
                differences.add(difference);
            }
        }
    }

    /// Compares.
    ///
    /// @throws NotDrainedException if readers or writers are too slow
    /// @throws ElasticException if source or target cannot be asked for long, or refuse what every search needs
    /// @throws NotPrimaryException if a shard has no primary for long
    /// @throws io.shardstream.common.loop.BlockedException if the history of a source shard has changed
    /// @throws UnfinishedComparisonException in place of each of these, if differences were found before
    public MeaningReport compare(MeaningOptions options)
            throws ElasticException, NotPrimaryException, NotDrainedException, UnfinishedComparisonException,
                    InterruptedException {
        if (run.versions() == VersionMode.CREATE) {
            return MeaningReport.nothing("documents of the target keep their first state (version.mode: create),"
                    + " so searches may find other ones");
        }
        stages.accept("reading the mappings");
        FieldChoice choice = choice(options.mostFields(), seed());
        Found found = new Found(choice.untold());
        try {
            return compare(options, choice, found);
        } catch (ElasticException | NotPrimaryException | NotDrainedException | RuntimeException e) {
            if (found.differences.isEmpty()) {
                throw e;
            }
            throw new UnfinishedComparisonException(found.differences, e);
        }
    }

    private long seed() {
        return run.plan().docsTopicId().hashCode();
    }

    private MeaningReport compare(MeaningOptions options, FieldChoice choice, Found found)
            throws ElasticException, NotPrimaryException, NotDrainedException, InterruptedException {
        AliasFilters aliases = AliasFilters.of(sides);
        found.untold.putAll(aliases.untold());
        stages.accept("counting documents by field");
        CountedFields counted = new CountedFields(run, source, target, options, clock, sleeper);
        counted.count(both(choice.counted(), aliases.pairs()));
        counted.refused().forEach(found.untold::putIfAbsent);
        stages.accept("drawing documents");
        DocumentPairs documents = new DocumentPairs(
                run, new SourceScan(run, asking, run.lanes().state(), options.goesOn()).reach(), source, target);
        judge(counted, documents, found);
        List<DocumentPairs.Pair> pairs = documents.drawn(MOST_SAMPLED, seed());
        if (pairs.isEmpty()) {
            found.untold.put("_source", "no document was found whose state is the same on both sides");
        }
        stages.accept("searching for the drawn documents by field");
        Set<String> unsearched = sample(choice, aliases, documents, pairs, found);
        stages.accept("comparing what clients get");
        ReturnedFields returned = returned(pairs, found);
        stages.accept("searching for the drawn documents by values as they have them");
        new FoundAsSent(documents, pairs, SentValues.of(choice.asked(), returned), found::take)
                .compare(choice.asked().stream()
                        .filter(field -> !found.has(field.name()) && !unsearched.contains(field.name()))
                        .toList());
        stages.accept("comparing terms");
        TextAnalysis analysis = new TextAnalysis(sides);
        FieldTerms terms = new FieldTerms(sides, analysis);
        terms(choice, counted, pairs, returned, terms, found);
        stages.accept("searching for the drawn documents by terms");
        byTerms(choice, documents, pairs, terms.found(), found);
        analyzers(analysis, found);
        return new MeaningReport(
                choice.asked().size(),
                choice.mapped(),
                pairs.size(),
                counted.underWay(),
                found.differences,
                found.unsettled,
                found.untold);
    }

    private static List<FieldPair> both(List<FieldPair> fields, List<FieldPair> aliases) {
        return Stream.concat(fields.stream(), aliases.stream()).toList();
    }

    private FieldChoice choice(int most, long seed) throws ElasticException {
        SearchedFields source = SearchedFields.of(mappings(true));
        SearchedFields target = SearchedFields.of(mappings(false));
        String one = leavingOut(IndexCatalog.server(sides.side(true)));
        String other = leavingOut(IndexCatalog.server(sides.side(false)));
        if (one.isEmpty() || other.isEmpty() || one.equals(other)) {
            return FieldChoice.of(source, target, most, seed);
        }
        String why = Stream.of(one, other).sorted().collect(Collectors.joining(" and "))
                + " do not take the same values into it";
        return FieldChoice.of(
                source.without(SearchedField.IGNORED, why), target.without(SearchedField.IGNORED, why), most, seed);
    }

    /// Those servers that take the same values into `_ignored`. The field's name is there where a value was
    /// too long for a keyword, in Elasticsearch (`KeywordFieldMapper.indexValue` of 7.17, 8.19 and 9.5), and
    /// not in 7.10.2 (seen) and OpenSearch (`KeywordFieldMapper.parseCreateField`).
    private static String leavingOut(Server server) {
        boolean isOld = server.distribution().equals(Server.ELASTICSEARCH)
                && (server.major() < 7 || (server.major() == 7 && server.minor() < 17));
        return isOld ? "Elasticsearch before 7.17" : server.distribution();
    }

    private JsonNode mappings(boolean isSource) throws ElasticException {
        String index = sides.index(isSource);
        JsonNode mappings = sides.side(isSource)
                .send(Call.get("/" + Call.encoded(index) + "/_mapping"))
                .orThrow()
                .json()
                .path(index)
                .path("mappings");
        if (!mappings.isObject()) {
            throw new ElasticException.Malformed(
                    "The " + (isSource ? "source" : "target") + " has not said how '" + index + "' is mapped");
        }
        return mappings;
    }

    private void judge(CountedFields counted, DocumentPairs documents, Found found)
            throws ElasticException, NotPrimaryException, InterruptedException {
        int looked = 0;
        List<FieldNumbers> unequal = counted.numbers().stream()
                .filter(numbers -> !numbers.isEqual())
                .sorted((one, other) ->
                        one.field().name().compareTo(other.field().name()))
                .toList();
        for (FieldNumbers numbers : unequal) {
            List<DocumentKey> examples = looked++ < MOST_WITH_EXAMPLES
                    ? documents.foundByOne(numbers.field(), numbers.source() > numbers.target(), MOST_LOOKED_AT)
                    : List.of();
            Kind kind = numbers.field().isAny(SearchedField.Kind.FILTER) ? Kind.ALIAS : Kind.FOUND;
            MeaningDifference difference =
                    new MeaningDifference(kind, numbers.field().name(), numbers.source(), numbers.target(), examples);
            boolean isCertain = !examples.isEmpty() || !numbers.isExplained();
            (isCertain ? found.differences : found.unsettled).add(difference);
        }
    }

    /// What was found by numbers is not told once more.
    ///
    /// @return fields by whose values the source refuses to search, such as those without an index
    private Set<String> sample(
            FieldChoice choice,
            AliasFilters aliases,
            DocumentPairs documents,
            List<DocumentPairs.Pair> pairs,
            Found found)
            throws ElasticException, NotPrimaryException, InterruptedException {
        SampledFields sampled = new SampledFields(documents, pairs, new FoundByField(SearchedField::exists));
        sampled.compare(both(choice.asked(), aliases.pairs()));
        sampled.refused().forEach(found.untold::putIfAbsent);
        sampled.differences(Kind.FOUND_IN_SAMPLE, Kind.ALIAS_IN_SAMPLE).forEach(found::take);
        stages.accept("comparing indexed values");
        IndexedValues values = new IndexedValues();
        SampledFields indexed = new SampledFields(documents, pairs, values);
        indexed.compare(
                choice.asked().stream().filter(IndexedValues::areComparable).toList());
        indexed.refused().forEach((field, why) -> found.untold.putIfAbsent(field, "its values: " + why));
        indexed.differences(Kind.VALUES, Kind.VALUES).forEach(found::take);
        // What the source refuses, no client searches for.
        SampledFields byValue = new SampledFields(documents, pairs, new FoundByField(new ValueQuery(values.some())));
        byValue.compare(choice.asked().stream().filter(ValueQuery::isOf).toList());
        byValue.differences(Kind.FOUND_BY_VALUE, Kind.FOUND_BY_VALUE).forEach(found::take);
        byValue.refusedByTarget()
                .forEach((field, why) -> found.take(new MeaningDifference(
                        Kind.FOUND_BY_VALUE, field, byValue.size(), byValue.size(), List.of(), why)));
        return byValue.refusedBySource().keySet();
    }

    private ReturnedFields returned(List<DocumentPairs.Pair> pairs, Found found) throws ElasticException {
        ReturnedFields returned = new ReturnedFields(sides);
        for (DocumentPairs.Pair pair : pairs.stream().limit(MOST_RETURNED).toList()) {
            returned.compare(pair);
        }
        if (returned.compared() == 0 && !pairs.isEmpty()) {
            found.untold.put("_source", "no document of the sample was returned by both sides in the same state");
        }
        int unreadable = returned.unreadable();
        if (unreadable > 0) {
            found.untold.put(
                    "_source",
                    NumberText.of(unreadable, "answer")
                            + " with a document cannot be read as JSON, as where one begins with a byte order mark");
        }
        found.differences.addAll(returned.differences());
        return returned;
    }

    private void terms(
            FieldChoice choice,
            CountedFields counted,
            List<DocumentPairs.Pair> pairs,
            ReturnedFields returned,
            FieldTerms terms,
            Found found)
            throws ElasticException {
        List<FieldPair> analyzed = choice.of(SearchedField.Kind.ANALYZED);
        analyzed.stream()
                .skip(MOST_ANALYZED)
                .forEach(field ->
                        found.untold.putIfAbsent(field.name(), "its terms: more analyzed fields than are compared"));
        List<FieldPair> some = analyzed.stream().limit(MOST_ANALYZED).toList();
        List<FieldPair> own =
                some.stream().filter(field -> parentOf(field).isEmpty()).toList();
        for (DocumentPairs.Pair pair : pairs) {
            terms.compare(pair, own);
        }
        for (FieldPair field : some) {
            Optional<String> parent = parentOf(field);
            if (parent.isPresent()) {
                terms.compare(field, returned.texts(parent.get(), MOST_TEXTS));
            }
            if (!terms.isCompared(field) && counted.isInAny(field)) {
                found.untold.putIfAbsent(field.name(), "its terms: no document of the sample has it");
            }
        }
        found.untold.putAll(terms.refused());
        found.differences.addAll(terms.differences());
    }

    private static void byTerms(
            FieldChoice choice,
            DocumentPairs documents,
            List<DocumentPairs.Pair> pairs,
            FoundByTerms terms,
            Found found)
            throws ElasticException, NotPrimaryException, InterruptedException {
        SampledFields sampled = new SampledFields(documents, pairs, terms);
        sampled.compare(choice.of(SearchedField.Kind.ANALYZED).stream()
                .filter(field -> terms.knows(field) && !found.has(field.name()))
                .toList());
        sampled.refused().forEach((field, why) -> found.untold.putIfAbsent(field, "its terms in the index: " + why));
        sampled.differences(Kind.FOUND_BY_TERMS, Kind.FOUND_BY_TERMS).forEach(found::take);
    }

    /// A field of which drawn documents have other terms is told already.
    private void analyzers(TextAnalysis analysis, Found found) throws ElasticException {
        if (SameAnalysis.isCertain(sides)) {
            return;
        }
        ProbedAnalyzers probed = new ProbedAnalyzers(analysis);
        probed.compare(mappings(true), mappings(false), SearchDefaults.ofBoth(sides));
        Set<String> known = found.differences.stream()
                .filter(difference -> difference.kind() == Kind.TERMS)
                .map(MeaningDifference::field)
                .collect(Collectors.toSet());
        probed.differences().stream()
                .filter(difference -> !known.contains(difference.field()))
                .forEach(found.differences::add);
        found.untold.putAll(probed.untold());
    }

    private static Optional<String> parentOf(FieldPair field) {
        return field.source().parent().or(() -> field.target().parent());
    }
}
