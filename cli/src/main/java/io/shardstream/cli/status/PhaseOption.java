package io.shardstream.cli.status;

import io.shardstream.common.contract.record.Phase;
import java.util.Arrays;
import java.util.Iterator;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads phases as `status` shows them, such as `catching-up`.
final class PhaseOption implements ITypeConverter<Phase>, Iterable<String> {
    @Override
    public Phase convert(String text) {
        return Arrays.stream(Phase.values())
                .filter(phase -> phase.label().equals(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("must be one of "
                        + Arrays.stream(Phase.values()).map(Phase::label).collect(Collectors.joining(", "))
                        + ", got \"" + text + "\""));
    }

    @Override
    public Iterator<String> iterator() {
        return Arrays.stream(Phase.values()).map(Phase::label).iterator();
    }
}
