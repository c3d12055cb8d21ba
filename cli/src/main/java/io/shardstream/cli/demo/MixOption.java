package io.shardstream.cli.demo;

import io.shardstream.workload.load.LoadMix;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads a mix such as `insert=30,update=70`.
final class MixOption implements ITypeConverter<LoadMix> {
    @Override
    public LoadMix convert(String text) {
        try {
            return LoadMix.parse(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
