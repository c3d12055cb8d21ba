/// The command doctor.
@NullMarked
package io.shardstream.cli.doctor;

import org.jspecify.annotations.NullMarked;
