package io.shardstream.localcluster.artifact;

/// The coordinates of a file in a Maven repository.
///
/// @param type the kind of file, such as `jar` or `zip`
public record Artifact(String group, String name, String version, String type) {

    /// Coordinates written `group:name:version`, of a jar, or `group:name:version:type`.
    public static Artifact of(String coordinates) {
        String[] parts = coordinates.split(":", -1);
        if (parts.length < 3 || parts.length > 4) {
            throw new IllegalArgumentException("Not group:name:version[:type]: " + coordinates);
        }
        return new Artifact(parts[0], parts[1], parts[2], parts.length == 4 ? parts[3] : "jar");
    }

    String asDependency() {
        return "<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version><type>%s</type></dependency>"
                .formatted(group, name, version, type);
    }
}
