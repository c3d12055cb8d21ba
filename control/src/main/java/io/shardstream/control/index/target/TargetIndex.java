package io.shardstream.control.index.target;

import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.common.log.About;
import io.shardstream.control.index.Acknowledged;
import io.shardstream.control.index.IndexCatalog;
import io.shardstream.control.index.IndexDescription;
import io.shardstream.control.index.Server;
import io.shardstream.control.index.TemplateAdditions;
import io.shardstream.control.index.source.SourceRules;
import io.shardstream.control.state.finding.RunRefusedException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Creates the target, or takes over an empty index of its name, and marks which source it is a copy of. May be
/// repeated after having been
/// killed anywhere: nothing is written to the target before the plan is.
public final class TargetIndex {
    private static final Logger LOG = LoggerFactory.getLogger(TargetIndex.class);

    private static final String ADOPTING =
            " If it was filled by a run whose Kafka is gone for good, continue with 'run --adopt-target'.";

    private final ElasticCluster target;
    private final IndexCatalog catalog;
    private final TargetSettings wish;

    public TargetIndex(ElasticCluster target, IndexCatalog catalog, TargetSettings wish) {
        this.target = target;
        this.catalog = catalog;
        this.wish = wish;
    }

    /// Whether a start of the run with this write alias has made the index.
    public static boolean isMadeBy(String writeAlias, IndexDescription index) {
        return index.aliases().contains(writeAlias) && TargetMaker.isIn(index.mappings(), writeAlias);
    }

    /// How many shards the run file asks for, or the source has.
    public int shards(IndexDescription source) {
        return wish.shards().orElse(source.shards());
    }

    /// The target with the write alias, without documents.
    ///
    /// @param keepRouting whether the source's documents have custom routing
    /// @param mark says which source it is a copy of
    /// @param claim makes it the target of this run alone
    /// @param follows whether the source's mapping is carried to it while the run lasts
    /// @throws RunRefusedException if the index that is there cannot be the target
    public IndexDescription prepare(
            IndexDescription source,
            boolean keepRouting,
            CarriedSettings carried,
            TargetMark mark,
            Claim claim,
            boolean follows)
            throws ElasticException {
        WantedTarget wanted = WantedTarget.created(source, wish, keepRouting, carried);
        TargetDefinition definition = new TargetDefinition(source, wish, keepRouting, carried, follows);
        Optional<IndexDescription> existing = catalog.find(wish.index());
        if (existing.isPresent() && !isToBeMadeAnew(existing.get(), definition.maker(claim.writeAlias()))) {
            return takeOver(existing.get(), mark, claim);
        }
        TemplateAdditions templates = requireSound(wanted, carried.target());
        if (existing.isPresent()) {
            new MadeTarget(target, catalog, claim.writeAlias()).delete(existing.get());
            About.index(wish.index())
                    .in(LOG.atInfo())
                    .log(
                            "Deleted empty target index {}, which an earlier start of this run made otherwise than is"
                                    + " asked for now",
                            wish.index());
        }
        IndexDescription made = create(definition, mark, claim, templates);
        List<String> left = carried.leftOut(source).stream()
                .filter(name -> !wish.settings().containsKey(name))
                .toList();
        if (!left.isEmpty()) {
            About.index(wish.index())
                    .in(LOG.atWarn())
                    .log(
                            "Target index {} was made without these settings of the source, of which it is not known"
                                    + " that they are right for a copy: {}",
                            wish.index(),
                            String.join(", ", left));
        }
        return made;
    }

    /// Whether this run has made the index itself in a start that did not come as far as a plan, and would
    /// make it otherwise now.
    private boolean isToBeMadeAnew(IndexDescription index, TargetMaker now) throws ElasticException {
        boolean isOwn = index.aliases().equals(Set.of(now.writeAlias()))
                && TargetMaker.in(index.mappings())
                        .filter(maker -> maker.writeAlias().equals(now.writeAlias())
                                && !maker.definition().equals(now.definition()))
                        .isPresent();
        return isOwn && isUnused(index);
    }

    /// Before it is made.
    ///
    /// @return what templates add to it
    private TemplateAdditions requireSound(WantedTarget wanted, Server server) throws ElasticException {
        SourceRules.problemOfTarget(wanted.description(), wanted.settings()).ifPresent(problem -> {
            throw new RunRefusedException(problem);
        });
        Set<String> unknown = DynamicWords.unknown(server, wanted.description().mappings());
        if (!unknown.isEmpty()) {
            throw new RunRefusedException("The mapping of target index '" + wish.index() + "' would say 'dynamic: "
                    + String.join("' and 'dynamic: ", unknown) + "', which " + server
                    + " does not know. Give the target a mapping of its own under target.mappings.");
        }
        TemplateAdditions templates = templates(wanted.isHidden());
        TemplateRules.problems(wanted, templates).stream().findFirst().ifPresent(problem -> {
            throw new RunRefusedException(problem.what() + " " + problem.advice());
        });
        WantedTarget made = TemplateRules.merged(wanted, templates);
        FieldKinds.problem(made, server).ifPresent(problem -> {
            throw new RunRefusedException(problem.what() + " " + problem.advice());
        });
        made.replicaProblem().ifPresent(problem -> {
            throw new RunRefusedException(problem + " " + WantedTarget.EXPANSION_ADVICE);
        });
        return templates;
    }

    /// Whoever may not ask for them looks at what was made.
    private TemplateAdditions templates(boolean isHidden) throws ElasticException {
        Optional<TemplateAdditions> told = TemplateAdditions.unlessForbidden(target, wish.index(), isHidden);
        if (told.isEmpty()) {
            About.index(wish.index())
                    .in(LOG.atWarn())
                    .log(
                            "Which index templates match target index {} is only seen once it is made, since the"
                                    + " target's user has no privilege 'manage_index_templates'",
                            wish.index());
        }
        return told.orElse(TemplateAdditions.NONE);
    }

    /// @throws RunRefusedException if writes to the index would not leave the documents as they are, or the run
    ///   file asks for another number of shards
    public void requireFit(IndexDescription index) throws ElasticException {
        if (wish.shards().isPresent() && wish.shards().getAsInt() != index.shards()) {
            throw new RunRefusedException("Target index '" + index.name() + "' exists with " + index.shards()
                    + " shards, the run file asks for " + wish.shards().getAsInt()
                    + ": change the run file, or delete the index.");
        }
        TargetState.of(catalog, index).problem().ifPresent(problem -> {
            throw new RunRefusedException(problem);
        });
    }

    /// @param writeAlias of this run
    /// @throws RunRefusedException if the index is not as the run file says, unless a start of this run has
    ///   made it, or if it has made it and others have given it aliases
    public void requireAsAsked(IndexDescription index, String writeAlias) throws ElasticException {
        if (TargetMaker.isIn(index.mappings(), writeAlias)) {
            List<String> others = othersThan(writeAlias, index);
            if (!others.isEmpty()) {
                throw new RunRefusedException("Target index '" + index.name() + "', which an earlier start of this run"
                        + " made, has the aliases " + String.join(", ", others) + ", by which it is searched or written"
                        + " before it is complete. Take them away from it, or delete it.");
            }
        } else {
            new ExistingTarget(index, catalog.effectiveSettings(index.name()))
                    .refusal(wish)
                    .ifPresent(sentence -> {
                        throw new RunRefusedException(sentence);
                    });
        }
    }

    private IndexDescription create(
            TargetDefinition definition, TargetMark mark, Claim claim, TemplateAdditions templates)
            throws ElasticException {
        // The next try looks first: 'clean', or another start, may have deleted meanwhile what this one has made.
        Reply reply =
                target.sendOnce(Call.put("/" + Call.encoded(wish.index()), definition.body(claim.writeAlias(), mark)));
        if (reply.status() == 403) {
            throw new RunRefusedException("The target's user may not create index '" + wish.index() + "' with alias '"
                    + claim.writeAlias() + "': " + reply.errorReason() + ". Grant it 'manage' on both, as plan and"
                    + " docs/security.md say.");
        }
        if (!reply.isOk() && !reply.errorType().equals("resource_already_exists_exception")) {
            // The server's reason names settings and mappings, never documents.
            throw new RunRefusedException("The target refuses to create index '" + wish.index() + "': "
                    + reply.errorType() + ": " + reply.errorReason() + ". "
                    + TemplateRules.adviceOfRefusal(templates, reply.errorReason()));
        }
        Optional<IndexDescription> found = catalog.find(wish.index());
        if (reply.isOk() && found.isEmpty()) {
            // Not every node knows it yet, or something in between has answered: the next try makes it, or finds it.
            Acknowledged.require(reply);
        }
        IndexDescription made = found.orElseThrow(() -> new RunRefusedException(
                "Target index '" + wish.index() + "' vanished as soon as it was created: who deletes it?"));
        if (reply.isOk()) {
            About.index(wish.index())
                    .in(LOG.atInfo())
                    .log("Created target index {} with write alias {}", wish.index(), claim.writeAlias());
        }
        if (TargetMaker.isIn(made.mappings(), claim.writeAlias())) {
            requireSame(made, definition.maker(claim.writeAlias()));
            requireMadeAsAsked(made, claim);
        }
        return takeOver(made, mark, claim);
    }

    /// Of two starts of a run one makes the target, and the other one may be the one whose plan counts.
    private static void requireSame(IndexDescription made, TargetMaker own) {
        if (!TargetMaker.in(made.mappings()).equals(Optional.of(own))) {
            throw new RunRefusedException("Another start of this run created target index '" + made.name()
                    + "' at the same moment, with different settings or mappings. Use the same run file for both, and"
                    + " start again. A change of the source's mapping in between has the same effect.");
        }
    }

    /// A template may have come in between, or the target's user may not see it.
    private void requireMadeAsAsked(IndexDescription made, Claim claim) throws ElasticException {
        List<String> others = othersThan(claim.writeAlias(), made);
        Optional<String> problem = others.isEmpty()
                ? TargetState.of(catalog, made).problem()
                : Optional.of("An index template gave target index '" + made.name() + "' the aliases "
                        + String.join(", ", others)
                        + ", by which it was searched or written for a moment. Name a target index that the template"
                        + " does not match, or change the template for the time of the run.");
        if (problem.isPresent()) {
            new MadeTarget(target, catalog, claim.writeAlias()).delete(made);
            throw new RunRefusedException(problem.get() + " The index was deleted again.");
        }
    }

    private static List<String> othersThan(String writeAlias, IndexDescription index) {
        return index.aliases().stream()
                .filter(alias -> !alias.equals(writeAlias))
                .sorted()
                .toList();
    }

    private IndexDescription takeOver(IndexDescription index, TargetMark mark, Claim claim) throws ElasticException {
        requireFit(index);
        claim.requireFree();
        catalog.refresh(index.name());
        long documents = count(index);
        if (documents > 0) {
            throw new RunRefusedException("Target index '" + index.name() + "' is not empty: it holds " + documents
                    + " documents, and none of them is known to be of this run. Name another target index, or delete"
                    + " this one if nobody needs it." + ADOPTING);
        }
        requireUnused(index);
        requireAsAsked(index, claim.writeAlias());
        claim.take();
        if (!index.aliases().contains(claim.writeAlias())) {
            About.index(index.name())
                    .in(LOG.atInfo())
                    .log("Target index {} has write alias {} now", index.name(), claim.writeAlias());
        }
        // Another run may have had it in between, for a moment.
        requireUnused(index);
        if (!TargetMark.in(index.mappings()).equals(Optional.of(mark))) {
            mark.put(target, index, claim.writeAlias());
        }
        return index;
    }

    private long count(IndexDescription index) throws ElasticException {
        try {
            return catalog.count(index.name(), "{\"match_all\":{}}");
        } catch (ElasticException.Refused | RunRefusedException e) {
            UnplacedShards.refusal(target, index).ifPresent(why -> {
                throw new RunRefusedException(why, e);
            });
            throw e;
        }
    }

    /// The tombstone of a delete has a version, one above that of the document, and lives for
    /// `index.gc_deletes`: meanwhile a copy with the document's version is refused as older.
    ///
    /// @throws RunRefusedException if a document was ever written to the index
    public void requireUnused(IndexDescription index) throws ElasticException {
        if (!isUnused(index)) {
            throw new RunRefusedException("The target index '" + index.name() + "' has held documents before (its"
                    + " sequence numbers have begun): their tombstones would win over copies. Name another, or"
                    + " delete it if nobody needs it." + ADOPTING);
        }
    }

    private boolean isUnused(IndexDescription index) throws ElasticException {
        return UnplacedShards.isUnused(target, index);
    }
}
