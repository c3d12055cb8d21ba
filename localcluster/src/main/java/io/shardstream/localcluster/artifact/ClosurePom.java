package io.shardstream.localcluster.artifact;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/// The project files of a throw-away Maven build whose modules do nothing but name artifacts.
final class ClosurePom {

    private static final String HEAD = """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
            <modelVersion>4.0.0</modelVersion>
            """;

    private ClosurePom() {}

    static String parent(Collection<String> modules) {
        return HEAD + project("closures")
                + modules.stream()
                        .map(name -> "<module>" + name + "</module>")
                        .collect(Collectors.joining("", "<modules>", "</modules>"))
                + "</project>";
    }

    static String child(String name, List<Artifact> artifacts) {
        return HEAD + project(name)
                + artifacts.stream()
                        .map(Artifact::asDependency)
                        .collect(Collectors.joining("\n", "<dependencies>", "</dependencies>"))
                + "</project>";
    }

    private static String project(String name) {
        return "<groupId>local</groupId><artifactId>" + name
                + "</artifactId><version>1</version><packaging>pom</packaging>\n";
    }
}
