package io.shardstream.ittests.server;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/// Tests that start real servers and processes. They are skipped, and say so, on a machine that takes its processors
/// away for most of the time: sessions of seconds run out there while nobody is dead, and what a test then says is
/// about the machine.
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SteadyProcessors.class)
public @interface RealServers {}
