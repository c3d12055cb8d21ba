package io.shardstream.common.contract.record;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.node.ObjectNode;

/// How far the target's mapping has followed the source's, under the key [#KEY] of the control topic; written
/// with the plan, and again after each change that the target has acknowledged. A run that has none does not
/// carry mappings.
///
/// Readers publish a window only when the source's mapping, as its primary's node knew it after the window
/// was searched, is no newer than this. Known from run format [#FIRST_RUN_FORMAT] on: such a run begins in
/// that format, so that no older version publishes documents whose fields the target does not know.
///
/// @param mappingVersion of the source (`mapping_version` of its cluster state); all that its mapping had
///     then is in the target's, or was left out on purpose; 0 before anything was carried
/// @param settingsVersion likewise of its settings (`settings_version`); 0 until a controller has looked
/// @param isWhole whether the target's mapping is the source's, and takes no fields on its own while the run
///     lasts; not where the run file has mappings of its own, or the target was there before
/// @param levels as JSON, what the source's mapping says of new fields (`dynamic`), level by level: what the
///     target is given when the run ends; empty where it is not the source's
/// @param left what the target does not have all the same, by name a digest of what the source has there:
///     what the run goes on without; also which settings are the target's own, see [#ownSettings()], and
///     which parts of its mapping somebody has changed there, see [#isKept(String, String)]
/// @param stoppedFor likewise, what the run was stopped for and goes on with when a person lets it
public record CarriedMapping(
        long mappingVersion,
        long settingsVersion,
        boolean isWhole,
        String levels,
        Map<String, String> left,
        Map<String, String> stoppedFor) {
    /// The record's key in the control topic.
    public static final String KEY = "carried_mapping";
    /// Among what is left, the names of settings that the run file has for the target. No field or setting is
    /// called so: servers drop a point at the end.
    private static final String OWN_SETTINGS = "target.settings.";

    /// Behind the digest of what the source has where somebody has changed the target.
    private static final String KEPT = "!";

    /// The first [RunFormat] in which there is such a record.
    public static final int FIRST_RUN_FORMAT = 3;

    private static final int FORMAT = 1;

    public CarriedMapping {
        if (mappingVersion < 0 || settingsVersion < 0) {
            throw new IllegalArgumentException(
                    "versions must not be negative, got " + mappingVersion + " and " + settingsVersion);
        }
        left = Map.copyOf(left);
        stoppedFor = Map.copyOf(stoppedFor);
    }

    /// As the run begins.
    ///
    /// @param mappingVersion 0 if it is not known that the target has what the source has
    /// @param levels empty where the mapping is not the source's
    public static CarriedMapping begun(long mappingVersion, boolean isWhole, String levels, Map<String, String> left) {
        return new CarriedMapping(mappingVersion, 0, isWhole, levels, left, Map.of());
    }

    /// Whether no controller has carried anything yet. Whoever planned the run may know that the target has
    /// what the mapping has; of settings it says nothing.
    public boolean isOfTheBeginning() {
        return settingsVersion == 0;
    }

    /// What the run goes on without from the beginning, as the run file has other settings for the target.
    ///
    /// @param names full names of settings that would be carried otherwise
    public static Map<String, String> withOwnSettings(Set<String> names) {
        return Map.of(OWN_SETTINGS, String.join(" ", new TreeSet<>(names)));
    }

    /// Full names of the settings that the run file had for the target when the run began; empty if that was
    /// not written down, as earlier versions did not.
    public Optional<Set<String>> ownSettings() {
        return Optional.ofNullable(left.get(OWN_SETTINGS))
                .map(names -> names.isEmpty() ? Set.of() : Set.of(names.split(" ")));
    }

    /// The same, which goes on without these too.
    public CarriedMapping leaving(Map<String, String> more) {
        Map<String, String> all = new TreeMap<>(left);
        all.putAll(more);
        return new CarriedMapping(mappingVersion, settingsVersion, isWhole, levels, all, stoppedFor);
    }

    /// What is left because somebody has changed it in the target.
    ///
    /// @param digests by name, of what the source has there
    public static Map<String, String> kept(Map<String, String> digests) {
        Map<String, String> kept = new TreeMap<>();
        digests.forEach((name, digest) -> kept.put(name, digest + KEPT));
        return kept;
    }

    /// Whether somebody has changed this in the target, and the source has there what it had then: it is not
    /// set back, whatever else is carried.
    ///
    /// @param digest of what the source has there
    public boolean isKept(String name, String digest) {
        return (digest + KEPT).equals(left.get(name));
    }

    /// Whether the target's mapping has what the source's had in this version.
    public boolean hasMapping(long version) {
        return version <= mappingVersion;
    }

    /// The same, stopped for this too: what was accepted before stays so until it is carried.
    public CarriedMapping stoppedAt(Map<String, String> changes) {
        Map<String, String> all = new TreeMap<>(stoppedFor);
        all.putAll(changes);
        return new CarriedMapping(mappingVersion, settingsVersion, isWhole, levels, left, all);
    }

    public byte[] encode() {
        ObjectNode object = StrictObject.begin(FORMAT)
                .put("mapping_version", mappingVersion)
                .put("settings_version", settingsVersion)
                .put("whole", isWhole)
                .put("levels", levels);
        ObjectNode names = object.putObject("left");
        new TreeMap<>(left).forEach(names::put);
        ObjectNode stopping = object.putObject("stopped_for");
        new TreeMap<>(stoppedFor).forEach(stopping::put);
        return StrictObject.bytes(object);
    }

    /// @throws UnknownRecordException if the value is not such a record of this format
    public static CarriedMapping decode(byte[] value) {
        return StrictObject.decode(
                "carried mapping",
                FORMAT,
                value,
                object -> new CarriedMapping(
                        object.longOf("mapping_version"),
                        object.longOf("settings_version"),
                        object.booleanOf("whole"),
                        object.textOf("levels"),
                        object.textsOf("left"),
                        object.textsOf("stopped_for")));
    }
}
