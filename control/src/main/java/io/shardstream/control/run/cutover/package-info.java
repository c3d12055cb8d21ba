/// Switches production from the source to the target and back, step by step. After any restart the servers
/// are asked where aliases and blocks are, and believed. Begin in
/// [io.shardstream.control.run.cutover.Switching]: `Beginning` (conditions, warming), `Cutover` (block,
/// drain, compare, swap), `OnSwap`, `Handover`; `Undo` where it is given up; `Rollback` and `Handback`;
/// `Release`; `Surrender` for an abort. Readers and writers end what a controller that is gone has left.
@NullMarked
package io.shardstream.control.run.cutover;

import org.jspecify.annotations.NullMarked;
