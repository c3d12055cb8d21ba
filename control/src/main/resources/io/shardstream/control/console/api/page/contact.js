// Whether control tells of the run, and what to say while it does not. Pure but for what it is given.

import { clock, sentence } from './words.js';

/** A run is told every second; after so long without, what is shown is called old. */
const LONGEST_WITHOUT = 10_000;

/**
 * Knows what was heard of control last: only that counts, and nothing that was said before goes on beside it.
 *
 * @param world what it needs of the browser: now, setTimeout, clearTimeout, setInterval, clearInterval
 * @param page is told: `lost(words)` while the run is not told, again when the words change; `back(wasAway)` when it is
 *   told again, or for the first time
 */
export class Contact {
  #countdown;
  #silence;
  #awaySince = null;
  #isLost = true;

  constructor(world, page) {
    this.world = world;
    this.page = page;
  }

  /** The run was told, as it was at this moment. */
  heard(at) {
    this.#stopTimers();
    this.#silence = this.world.setTimeout(
      () => this.lost(`Control answers, but has told nothing new since ${clock(at, this.world.now())}.`),
      LONGEST_WITHOUT,
    );
    if (this.#isLost) {
      this.#isLost = false;
      this.page.back(this.#awaySince !== null);
      this.#awaySince = null;
    }
  }

  /** The run is not told, and these words say why. */
  lost(words) {
    this.#stopTimers();
    this.#isLost = true;
    this.page.lost(words);
  }

  /** Nobody answers; the next attempt is after this many milliseconds. */
  away(pause, why) {
    this.#awaySince ??= this.world.now();
    const again = this.world.now() + pause;
    const words = () => {
      const seconds = Math.ceil((again - this.world.now()) / 1000);
      const next = seconds > 0 ? `trying again in ${seconds} s` : 'trying again';
      return sentence(`Control is away since ${clock(this.#awaySince, this.world.now())} (${why}), ${next}`);
    };
    this.lost(words());
    this.#countdown = this.world.setInterval(() => this.page.lost(words()), 1000);
  }

  #stopTimers() {
    this.world.clearTimeout(this.#silence);
    this.world.clearInterval(this.#countdown);
  }
}
