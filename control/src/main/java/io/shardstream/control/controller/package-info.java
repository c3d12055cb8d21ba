/// One controller per run: who it is, by the membership of a consumer group; what it writes to the control
/// topic, with an epoch that an earlier one cannot write beyond; and the requests that commands leave for
/// it. Depends on phase and state.
@NullMarked
package io.shardstream.control.controller;

import org.jspecify.annotations.NullMarked;
