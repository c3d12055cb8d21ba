/// Switching production from the source to the target and back, step by step, each step repeatable: after
/// any restart the servers are asked where aliases and blocks are, and believed. Depends on controller,
/// lanes, phase and scan; the clusters are reached through ports.
@NullMarked
package io.shardstream.control.cutover;

import org.jspecify.annotations.NullMarked;
