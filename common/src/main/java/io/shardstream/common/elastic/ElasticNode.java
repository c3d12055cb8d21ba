package io.shardstream.common.elastic;

import co.elastic.clients.transport.rest5_client.low_level.Request;
import co.elastic.clients.transport.rest5_client.low_level.RequestOptions;
import co.elastic.clients.transport.rest5_client.low_level.Response;
import co.elastic.clients.transport.rest5_client.low_level.ResponseException;
import co.elastic.clients.transport.rest5_client.low_level.Rest5Client;
import io.shardstream.common.contract.bytes.Bytes;
import java.io.IOException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.jspecify.annotations.Nullable;

/// One node of a cluster, asked directly. A request is sent once: repeating is the caller's decision.
public final class ElasticNode {
    private final String clusterName;
    private final String address;
    private final @Nullable Rest5Client client;
    private final Credentials credentials;
    private final Duration silence;
    private final SameCluster.Membership membership;
    private final Optional<Stranger> stranger;
    private final NoPipeline noPipeline;

    /// @param client null if the address is none, so that each request fails
    /// @param silence how long it may be silent while an answer is awaited
    /// @param stranger decides whether it is told who we are; empty if it is
    /// @param noPipeline what is known of its search pipelines
    ElasticNode(
            String clusterName,
            String address,
            @Nullable Rest5Client client,
            Credentials credentials,
            Duration silence,
            SameCluster.Membership membership,
            Optional<Stranger> stranger,
            NoPipeline noPipeline) {
        this.clusterName = clusterName;
        this.address = address;
        this.client = client;
        this.credentials = credentials;
        this.silence = silence;
        this.membership = membership;
        this.stranger = stranger;
        this.noPipeline = noPipeline;
    }

    /// `scheme://host:port`; in apostrophes what a node publishes and is no address.
    public String address() {
        return address;
    }

    /// Sends the request and waits for the whole answer, whatever its status. May be called on many threads
    /// at once; meant for virtual ones. Who has not answered may be somebody else when it answers again, as
    /// after [#forget()].
    ///
    /// @throws ElasticException.Unreachable if there is no answer; the request may have been carried out
    /// @throws ElasticException.TooLarge if the answer is longer than the call allows
    /// @throws ElasticException.OtherCluster if it belongs to another cluster than the others
    public Reply send(Call call) throws ElasticException {
        requireSameCluster();
        try {
            Call understood = noPipeline.asUnderstood(call);
            Reply reply = ask(understood, credentials);
            return noPipeline.refuses(understood, reply) ? ask(NoPipeline.without(call), credentials) : reply;
        } catch (ElasticException.Unreachable e) {
            forget();
            throw e;
        }
    }

    /// Another server may have its address by now, as addresses of pods are given to others: whoever answers
    /// there says anew which cluster it belongs to, before it gets the next request.
    public void forget() {
        membership.forget();
        stranger.ifPresent(Stranger::forget);
        noPipeline.forget();
    }

    /// Asks the node which cluster it belongs to, unless that is known.
    void requireSameCluster() throws ElasticException {
        if (stranger.isPresent() && credentials.header().isPresent()) {
            stranger.get().introduce(call -> ask(call, Credentials.NONE));
        }
        membership.require(call -> ask(call, credentials));
    }

    private Reply ask(Call call, Credentials shown) throws ElasticException {
        if (client == null) {
            throw ElasticException.Unreachable.beforeSending(
                    clusterName + " node " + address
                            + " cannot be asked: that is no address, although the node publishes it",
                    new UnknownHostException(address));
        }
        try {
            return answered(client, call, shown.header());
        } catch (IOException | RuntimeException e) {
            throw Unanswered.because(clusterName, address, call, silence, e);
        }
    }

    private Reply answered(Rest5Client asked, Call call, Optional<String> header) throws IOException {
        try {
            Response response = asked.performRequest(requestOf(call, header));
            return new Reply(address, call, response.getStatusCode(), bytesOf(response.getEntity()));
        } catch (ResponseException e) {
            Response response = e.getResponse();
            Bytes said = errorBytesOf(response);
            return new Reply(
                    address,
                    call,
                    response.getStatusCode(),
                    header.map(sent -> EchoedCredentials.masked(said, sent)).orElse(said));
        }
    }

    private Request requestOf(Call call, Optional<String> header) {
        Request request = new Request(call.method(), call.path());
        request.addParameters(call.query());
        Bytes body = call.body();
        if (body != null) {
            request.setEntity(new SentBody(body, ContentType.parse(call.contentType())));
        }
        RequestOptions.Builder options = RequestOptions.DEFAULT.toBuilder();
        options.setHttpAsyncResponseConsumerFactory(
                () -> CappedBody.of(call.maxResponseBytes(), call.likelyResponseBytes()));
        header.ifPresent(value -> options.addHeader("Authorization", value));
        request.setOptions(options);
        return request;
    }

    private static Bytes bytesOf(HttpEntity entity) {
        return entity instanceof CappedBody.Entity body ? body.bytes() : Bytes.EMPTY;
    }

    private static Bytes errorBytesOf(Response response) {
        HttpEntity entity = response.getEntity();
        if (entity == null) {
            return Bytes.EMPTY;
        }
        try {
            return Bytes.of(EntityUtils.toByteArray(entity));
        } catch (IOException e) {
            return Bytes.EMPTY;
        }
    }

    @Override
    public String toString() {
        return address;
    }
}
