package io.shardstream.control.run.block;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/// An address to which the record is posted, and which succeeds with a status from 200 to 299. Redirections
/// are not followed. What it answers is thrown away.
public final class UrlHook implements SwapHook {
    private final Supplier<String> url;
    private final Duration limit;

    /// @param url `http` or `https`
    /// @param limit within which all of the answer must be there
    public UrlHook(Supplier<String> url, Duration limit) {
        this.url = url;
        this.limit = limit;
    }

    @Override
    public Duration limit() {
        return limit;
    }

    @Override
    public void call(byte[] record) throws HookFailedException, InterruptedException {
        try (HttpClient client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(limit)
                .build()) {
            CompletableFuture<HttpResponse<Void>> answer =
                    client.sendAsync(request(record), HttpResponse.BodyHandlers.discarding());
            try {
                int status = answer.get(limit.toMillis(), TimeUnit.MILLISECONDS).statusCode();
                if (status < 200 || status > 299) {
                    throw new HookFailedException("the address answered with status " + status);
                }
            } catch (TimeoutException e) {
                throw new HookFailedException(
                        "the address did not answer within " + limit.toSeconds() + "s (cutover.on-swap-timeout)");
            } catch (ExecutionException e) {
                String kind =
                        Objects.requireNonNullElse(e.getCause(), e).getClass().getSimpleName();
                throw new HookFailedException("the address cannot be reached (" + kind + ")");
            } finally {
                answer.cancel(true);
                client.shutdownNow();
            }
        }
    }

    private HttpRequest request(byte[] record) throws HookFailedException {
        try {
            return HttpRequest.newBuilder(URI.create(url.get()))
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(record))
                    .build();
        } catch (IllegalArgumentException e) {
            throw new HookFailedException("the address is not an http or https URL");
        }
    }
}
