package io.shardstream.ittests.security;

import io.shardstream.ittests.structure.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;

/// `deploy/security/kafka-acls.md`, whose tables are what the tests give each part.
public final class AclDocument {
    private static final Path FILE = Project.HOME.resolve("deploy/security/kafka-acls.md");
    private static final Pattern TABLE = Pattern.compile("<!-- acls: (\\w+) -->\n((?:\\|.*\n)+)");

    private AclDocument() {}

    /// What all parts may do, in the document's order.
    public static List<Grant> grants() throws IOException {
        return TABLE.matcher(Files.readString(FILE))
                .results()
                .flatMap(table -> table.group(2)
                        .lines()
                        .skip(2)
                        .map(line -> line.split("\\|", -1))
                        .flatMap(cells -> Arrays.stream(cells[4].split(",", -1))
                                .map(operation -> grant(table.group(1), cells, operation))))
                .toList();
    }

    static List<Grant> grants(String part) throws IOException {
        return grants().stream().filter(grant -> grant.part().equals(part)).toList();
    }

    private static Grant grant(String part, String[] cells, String operation) {
        return new Grant(
                part,
                ResourceType.valueOf(cells[1].strip().replace(' ', '_').toUpperCase(Locale.ROOT)),
                cells[2].strip().replace("`", ""),
                PatternType.valueOf(cells[3].strip().toUpperCase(Locale.ROOT)),
                Grant.operation(operation));
    }
}
