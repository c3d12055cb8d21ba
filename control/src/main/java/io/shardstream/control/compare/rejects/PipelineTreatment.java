package io.shardstream.control.compare.rejects;

import io.shardstream.common.contract.bytes.Bytes;
import io.shardstream.common.contract.bytes.DocumentJson;
import io.shardstream.common.contract.bytes.LineBuffer;
import io.shardstream.common.contract.record.DocRecord;
import io.shardstream.common.elastic.Call;
import io.shardstream.common.elastic.ElasticCluster;
import io.shardstream.common.elastic.ElasticException;
import io.shardstream.common.elastic.Reply;
import io.shardstream.control.state.finding.RunRefusedException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.json.JsonMapper;

/// Runs documents through an ingest pipeline of the target, which only shows what comes of them
/// (`_simulate`): so it is known before anything is published, and the bytes go through the lanes as every
/// other document's do.
public final class PipelineTreatment implements Treatment {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int AROUND = 256;
    private static final int MOST_RESPONSE = 512 << 20;

    private final ElasticCluster target;
    private final String pipeline;
    private final String index;
    private final long maxDocumentBytes;

    private PipelineTreatment(ElasticCluster target, String pipeline, String index, long maxDocumentBytes) {
        this.target = target;
        this.pipeline = pipeline;
        this.index = index;
        this.maxDocumentBytes = maxDocumentBytes;
    }

    /// @param index that the documents go to
    /// @param maxDocumentBytes the most that a document may hold
    /// @throws RunRefusedException if the target has no such pipeline, or does not let the user see it
    /// @throws ElasticException if it does not answer
    public static PipelineTreatment of(ElasticCluster target, String pipeline, String index, long maxDocumentBytes)
            throws ElasticException {
        Reply reply = target.send(Call.get(path(pipeline)));
        if (reply.status() == 404) {
            throw new RunRefusedException("The target has no ingest pipeline '" + pipeline + "': create it there first."
                    + " Nothing was published.");
        }
        reply.orThrow();
        return new PipelineTreatment(target, pipeline, index, maxDocumentBytes);
    }

    private static String path(String pipeline) {
        return "/_ingest/pipeline/" + Call.encoded(pipeline);
    }

    @Override
    public String name() {
        return "pipeline " + pipeline;
    }

    @Override
    public List<Treated> of(List<DocRecord> documents) {
        try {
            Reply reply = target.send(
                    Call.post(path(pipeline) + "/_simulate", request(documents)).withMaxResponse(MOST_RESPONSE));
            if (isOfADocument(reply)) {
                return apart(
                        documents,
                        "the target answers " + reply.status() + " " + reply.errorType() + " to its simulation");
            }
            List<SimulatedDocument> shown =
                    SimulatedDocument.all(reply.orThrow().body());
            if (shown.size() != documents.size()) {
                throw new RunRefusedException("The target shows " + shown.size() + " documents for " + documents.size()
                        + " that went through pipeline '" + pipeline
                        + "': try it there with _simulate, or use another pipeline.");
            }
            List<Treated> treated = new ArrayList<>(shown.size());
            for (int i = 0; i < shown.size(); i++) {
                treated.add(shown.get(i).of(documents.get(i), index, maxDocumentBytes));
            }
            return treated;
        } catch (StreamConstraintsException e) {
            return apart(documents, "it has more than " + DocumentJson.LEVELS + " levels after the pipeline");
        } catch (ElasticException e) {
            throw new RunRefusedException("Pipeline '" + pipeline + "' cannot be tried: " + e.inSentence(), e);
        }
    }

    /// Not understood or too large as a whole, perhaps because of one of them.
    private static boolean isOfADocument(Reply reply) {
        return reply.status() == 400 || reply.status() == 413 || reply.status() == 500;
    }

    /// @param why one that is alone cannot be treated
    private List<Treated> apart(List<DocRecord> documents, String why) {
        return documents.size() == 1 ? List.of(new Treated.Untreated(why)) : halves(documents);
    }

    private List<Treated> halves(List<DocRecord> documents) {
        int middle = documents.size() / 2;
        List<Treated> all = new ArrayList<>(of(documents.subList(0, middle)));
        all.addAll(of(documents.subList(middle, documents.size())));
        return all;
    }

    /// A line feed ends a comment that a document may end with.
    private Bytes request(List<DocRecord> documents) {
        long bytes = documents.stream().mapToLong(one -> one.size() + AROUND).sum();
        LineBuffer body = new LineBuffer(bytes);
        String before = "{\"docs\":[";
        for (DocRecord document : documents) {
            Bytes routing = document.routing();
            Bytes source = document.source();
            body.add(utf8(before + "{\"_index\":" + quoted(index) + ",\"_id\":"
                    + quoted(document.id().utf8())
                    + (routing == null ? "" : ",\"_routing\":" + quoted(routing.utf8())) + ",\"_source\":"));
            body.add(source == null ? Bytes.utf8("{}") : source);
            body.add(utf8("\n}"));
            before = ",";
        }
        body.add(utf8("]}"));
        return body.toBytes();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String quoted(String text) {
        return JSON.writeValueAsString(text);
    }
}
