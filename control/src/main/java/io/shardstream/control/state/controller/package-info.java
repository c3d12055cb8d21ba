/// One controller per run: who it is, by the membership of a consumer group; its epoch, beyond which no
/// earlier one can write; the requests that commands leave for it; the phases and their legal moves; and the
/// format in which the run's records are written.
@NullMarked
package io.shardstream.control.state.controller;

import org.jspecify.annotations.NullMarked;
