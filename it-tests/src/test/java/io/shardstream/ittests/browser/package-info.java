/// The page of control in a real browser: a headless Chromium that tests start and steer.
@NullMarked
package io.shardstream.ittests.browser;

import org.jspecify.annotations.NullMarked;
