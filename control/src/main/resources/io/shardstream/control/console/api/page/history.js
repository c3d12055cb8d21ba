// What a page has seen of a run over the last ten minutes. Pure: nothing here knows of a page.

/** Moments that are kept, one a second. */
const KEPT = 600;
const SHORTEST_STEP = 500;

/** Columns of numbers by time; the oldest gives way to the newest. */
export class History {
  #times = new Float64Array(KEPT);
  #columns = new Map();
  #count = 0;

  /** Takes what is worth drawing of a run. */
  add(run) {
    const at = Date.parse(run.at);
    if (this.#count > 0 && at < this.#newest()) {
      // Another process with another clock tells the run now.
      this.#count = 0;
      this.#columns.clear();
    }
    if (this.#count === 0 || at - this.#newest() >= SHORTEST_STEP) {
      this.#times[this.#count++ % KEPT] = at;
      const slot = this.#slot();
      this.#columns.forEach((column) => column.fill(NaN, slot, slot + 1));
    }
    this.#put('read', run.read.docs_per_second[0]);
    this.#put('written', run.written.docs_per_second[0]);
    this.#put('waiting', run.waiting.records);
    this.#put('behind', run.behind ?? NaN);
    this.#put('worst', Math.max(0, ...run.nodes.map((node) => node.waiting.records)));
    for (const node of run.nodes) {
      this.#put(nodeColumn(node.name, 'rate'), node.records_per_second[0]);
      this.#put(nodeColumn(node.name, 'waiting'), node.waiting.records);
      this.#put(nodeColumn(node.name, 'limit'), node.load?.limit ?? NaN);
    }
  }

  /** The numbers of a column with their times in milliseconds, the oldest first; NaN where there was none. */
  points(name) {
    const column = this.#columns.get(name);
    const points = [];
    for (let i = Math.max(0, this.#count - KEPT); column && i < this.#count; i++) {
      points.push([this.#times[i % KEPT], column[i % KEPT]]);
    }
    return points;
  }

  /** From when to when it was seen, in milliseconds; from one minute to ten before the newest. */
  span() {
    const oldest = this.#times[Math.max(0, this.#count - KEPT) % KEPT];
    const newest = this.#newest();
    return [Math.max(newest - KEPT * 1000, Math.min(oldest, newest - 60_000)), newest];
  }

  #newest() {
    return this.#times[this.#slot()];
  }

  #slot() {
    return (this.#count - 1 + KEPT) % KEPT;
  }

  #put(name, number) {
    let column = this.#columns.get(name);
    if (!column) {
      column = new Float64Array(KEPT).fill(NaN);
      this.#columns.set(name, column);
    }
    column[this.#slot()] = number;
  }
}

export const nodeColumn = (node, what) => `${what} of ${node}`;

/** The next number above that is easily read: 1, 2 or 5 with noughts. */
export function niceAbove(number) {
  if (!(number > 0)) {
    return 1;
  }
  const power = 10 ** Math.floor(Math.log10(number));
  return [1, 2, 5, 10].map((times) => times * power).find((nice) => nice >= number * 0.999);
}
