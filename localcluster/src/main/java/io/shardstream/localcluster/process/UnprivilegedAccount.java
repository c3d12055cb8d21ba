package io.shardstream.localcluster.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/// The user `nobody`, reached from root through `setpriv` (util-linux).
record UnprivilegedAccount(int user, int group) implements Account {

    private static final Path ACCOUNTS = Path.of("/etc/passwd");
    private static final int NOBODY = 65534;

    static UnprivilegedAccount find() {
        if (Programs.onPath().find("setpriv").isEmpty()) {
            throw new LocalServerException("As root, Shardstream runs servers as the user nobody through the program"
                    + " setpriv (util-linux), which is not on the PATH: install it, or run as an ordinary user.");
        }
        try (Stream<String> lines = Files.lines(ACCOUNTS)) {
            return lines.map(line -> line.split(":", -1))
                    .filter(fields -> fields.length > 3 && fields[0].equals("nobody"))
                    .map(fields -> new UnprivilegedAccount(Integer.parseInt(fields[2]), Integer.parseInt(fields[3])))
                    .findFirst()
                    .orElse(new UnprivilegedAccount(NOBODY, NOBODY));
        } catch (IOException e) {
            return new UnprivilegedAccount(NOBODY, NOBODY);
        }
    }

    @Override
    public List<String> commandPrefix() {
        return List.of("setpriv", "--reuid", "" + user, "--regid", "" + group, "--clear-groups", "--");
    }

    @Override
    public void own(Path folder) {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                Files.setAttribute(path, "unix:uid", user, LinkOption.NOFOLLOW_LINKS);
                Files.setAttribute(path, "unix:gid", group, LinkOption.NOFOLLOW_LINKS);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot give " + folder + " to the user nobody", e);
        }
    }

    @Override
    public boolean canEnter(Path folder) {
        try {
            for (Path path = folder.toRealPath(); path != null; path = path.getParent()) {
                if (!isOpen(path)) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private boolean isOpen(Path folder) throws IOException {
        return Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_EXECUTE)
                || Objects.equals(Files.getAttribute(folder, "unix:uid"), user);
    }

    @Override
    public String numbers() {
        return user + ":" + group;
    }

    @Override
    public String name() {
        return "nobody";
    }
}
