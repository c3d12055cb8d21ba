package io.shardstream.control.console.api;

import io.shardstream.common.http.AccessPolicy;
import io.shardstream.common.http.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// The files of the page, which tell nothing of a run and so are for everyone.
public final class PageFiles {
    static final List<String> NAMES = List.of(
            "index.html",
            "page.css",
            "icon.svg",
            "page.js",
            "cells.js",
            "chart.js",
            "contact.js",
            "controls.js",
            "dom.js",
            "grid.js",
            "head.js",
            "history.js",
            "judge.js",
            "lists.js",
            "nodes.js",
            "stream.js",
            "strip.js",
            "table.js",
            "words.js");

    private static final String FOLDER = "page/";
    private static final String FIRST = "index.html";

    private PageFiles() {}

    /// A route for each file, and `/` for the page itself.
    public static List<Route> routes() {
        return Stream.concat(Stream.of(route("/", FIRST)), NAMES.stream().map(name -> route("/" + name, name)))
                .toList();
    }

    private static Route route(String path, String name) {
        byte[] bytes = bytes(name);
        String type = contentType(name);
        return Route.get(path, AccessPolicy.OPEN, exchange -> exchange.send(200, type, bytes));
    }

    private static String contentType(String name) {
        return switch (name.substring(name.lastIndexOf('.'))) {
            case ".html" -> "text/html; charset=utf-8";
            case ".css" -> "text/css; charset=utf-8";
            case ".js" -> "text/javascript; charset=utf-8";
            case ".svg" -> "image/svg+xml";
            case String other -> throw new IllegalStateException("nobody knows what a file " + other + " is");
        };
    }

    private static byte[] bytes(String name) {
        try (InputStream in = Objects.requireNonNull(PageFiles.class.getResourceAsStream(FOLDER + name), name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
