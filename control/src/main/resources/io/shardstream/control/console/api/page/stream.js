// Server-sent events over fetch(), since EventSource cannot send a token. Pure but for what it is given.

const LONGEST_PAUSE = 15_000;
const LONGEST_SILENCE = 10_000;

/** Cuts a stream of text into events, however it was cut before. */
export class EventCutter {
  #rest = '';

  /** Events that are complete with this text. */
  take(text) {
    this.#rest += text;
    // A run is one long line that comes in many pieces: only where a line ends there is anything to look at.
    if (!text.includes('\n')) {
      return [];
    }
    const blocks = this.#rest.replaceAll('\r\n', '\n').split('\n\n');
    this.#rest = blocks.pop();
    return blocks.map(eventOf).filter((event) => event.data !== '');
  }
}

/** Milliseconds before the attempt of this number, from 1: longer and longer, and not all pages at once. */
export const pauseBefore = (attempt, random) =>
  Math.min(LONGEST_PAUSE, 1000 * 2 ** (attempt - 1)) * (0.75 + 0.25 * random());

/**
 * Listens to a run, and again when it was cut off.
 *
 * @param world what it needs of the browser: fetch, setTimeout, clearTimeout, random
 * @param tokens has `get()`, a token or null
 * @param told is told: `run(run)`, `problem(sentence)`, `away(milliseconds until the next attempt, why)`,
 *   `denied(status, why)`
 */
export class Listener {
  #turn = 0;
  #wake = () => {};

  constructor(url, world, tokens, told) {
    this.url = url;
    this.world = world;
    this.tokens = tokens;
    this.told = told;
  }

  /** Begins, or begins again at once. */
  async start() {
    const turn = ++this.#turn;
    this.#wake();
    for (let attempt = 1; turn === this.#turn; attempt++) {
      let why = 'the connection was closed';
      try {
        const answer = await this.#listen(turn, () => {
          attempt = 0;
        });
        if (answer === 'denied') {
          return;
        }
        why = answer || why;
      } catch (problem) {
        // What a browser says of a connection that fails is a TypeError in words of its own.
        why = problem instanceof TypeError ? 'nobody answers' : problem.message;
      }
      if (turn === this.#turn) {
        const pause = pauseBefore(Math.max(1, attempt), this.world.random);
        this.told.away(pause, why);
        await this.#rest(pause);
      }
    }
  }

  async #listen(turn, onEvent) {
    const cut = new AbortController();
    let silence;
    const listen = () => {
      this.world.clearTimeout(silence);
      silence = this.world.setTimeout(() => cut.abort(new Error('it says nothing')), LONGEST_SILENCE);
    };
    try {
      listen();
      const token = this.tokens.get();
      const headers = token ? { Authorization: `Bearer ${token}` } : {};
      const response = await this.world.fetch(this.url, { headers, cache: 'no-store', signal: cut.signal });
      if (response.status === 401 || response.status === 403) {
        const { error = 'it refuses' } = await response.json().catch(() => ({}));
        this.told.denied(response.status, error);
        return 'denied';
      }
      if (!response.ok) {
        return `it answers with ${response.status}`;
      }
      const reader = response.body.getReader();
      const decoder = new TextDecoder();
      const cutter = new EventCutter();
      for (;;) {
        const { done, value } = await reader.read();
        if (done || turn !== this.#turn) {
          void reader.cancel().catch(() => {});
          return '';
        }
        listen();
        for (const event of cutter.take(decoder.decode(value, { stream: true }))) {
          onEvent();
          this.#tell(event);
        }
      }
    } finally {
      this.world.clearTimeout(silence);
    }
  }

  #tell(event) {
    const data = JSON.parse(event.data);
    if (event.name === 'problem') {
      this.told.problem(String(data.error));
    } else {
      this.told.run(data);
    }
  }

  #rest(milliseconds) {
    return new Promise((resolve) => {
      const timer = this.world.setTimeout(resolve, milliseconds);
      this.#wake = () => {
        this.world.clearTimeout(timer);
        resolve();
      };
    });
  }
}

function eventOf(block) {
  const event = { name: 'message', data: '' };
  const lines = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'event') {
      event.name = value;
    } else if (field === 'data') {
      lines.push(value);
    }
  }
  event.data = lines.join('\n');
  return event;
}
