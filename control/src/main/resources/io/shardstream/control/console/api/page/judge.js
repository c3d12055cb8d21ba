// What of a run deserves to be looked at first. Pure: nothing here knows of a page.

/** How far behind a lane is: nothing special, behind, far behind, or by far the worst. */
export const LEVELS = ['as the others', 'behind the others', 'far behind the others', 'by far the most behind'];

/** Less than this is never called behind, in seconds. */
const CALM_SECONDS = 5;
const CALM_RECORDS = 100;
const TIMES_THE_MIDDLE = [2, 4, 8];

/** So that data-9 comes before data-10. */
const BY_NAME = new Intl.Collator('en', { numeric: true });

/** Seconds until what waits is written; without an end where nothing moves. */
export const secondsOf = (waiting) => (waiting.records === 0 ? 0 : (waiting.seconds ?? Infinity));

/** A level of each, by how long its records wait compared with those of the others. */
export function levels(waitings) {
  const seconds = waitings.map(secondsOf);
  const moving = seconds.filter(Number.isFinite);
  // While hardly anything moves, as in a pause, how long it takes says nothing: then what waits is compared.
  return moving.length * 2 >= seconds.length
    ? compared(seconds, middle(moving), CALM_SECONDS)
    : compared(waitings.map((waiting) => waiting.records), middle(waitings.map((w) => w.records)), CALM_RECORDS);
}

/** The part of the pipeline that is the bottleneck: a stage's name, `run` for all of it, or empty. */
export function bottleneckStage({ stage, node }) {
  switch (stage) {
    case 'read':
      return node === '' ? 'readers' : 'source';
    case 'write':
      return node === '' ? 'writers' : 'target';
    case 'run':
      return 'run';
    default:
      return '';
  }
}

/**
 * The nodes, that which holds the run up first and then by how long their records wait. Nodes about as far behind as
 * one another keep the order in which they were, so that rows do not jump about.
 *
 * @param nodes as the run tells them
 * @param bottleneck name of a node, or empty
 * @param before names in the order of last time
 */
export function worstFirst(nodes, bottleneck, before) {
  const place = new Map(before.map((name, index) => [name, index]));
  return nodes
    .map((node) => ({ node, first: node.name === bottleneck && bottleneck !== '', grade: grade(node.waiting) }))
    .sort(
      (a, b) =>
        b.first - a.first ||
        b.grade - a.grade ||
        (place.get(a.node.name) ?? Infinity) - (place.get(b.node.name) ?? Infinity) ||
        BY_NAME.compare(a.node.name, b.node.name),
    )
    .map(({ node }) => node);
}

/** What to show when nobody has chosen anything: the bottleneck's node, or else the one furthest behind. */
export function nodeToWatch(ordered, bottleneck) {
  return ordered.find((node) => node.name === bottleneck) ?? ordered[0];
}

/** How much of a source shard's goal is read, 0 to 1; nothing while its goal is not known. */
export function shareRead({ done, goal }) {
  if (goal === undefined) {
    return undefined;
  }
  return goal < 0 ? 1 : Math.min(1, Math.max(0, (done + 1) / (goal + 1)));
}

/** What of a source shard is not read yet, as if it waited. */
export function leftToRead({ done, goal, docs_per_second: rates }) {
  const records = goal === undefined ? 0 : Math.max(0, goal - done);
  return { records, seconds: records === 0 ? 0 : rates[1] > 0 ? records / rates[1] : undefined };
}

/** How much of what was published to a lane has its outcome, 0 to 1. */
export const shareWritten = ({ written, end }) => (end === 0 ? 0 : Math.min(1, written / end));

/** Events of the newer list that the older one does not have; none if there was no older list. */
export function newEvents(older, newer) {
  if (older === undefined) {
    return [];
  }
  const known = new Set(older.map(eventKey));
  return newer.filter((event) => !known.has(eventKey(event)));
}

export const eventKey = ({ at, kind, sentence }) => `${at}\n${kind}\n${sentence}`;

/** Whether a phase is one that nothing follows. */
export const isEnd = (phase) => phase === 'completed' || phase === 'aborted' || phase === 'failed';

/** Waits within a factor of one and a half or so are of one grade. */
function grade(waiting) {
  const seconds = secondsOf(waiting);
  return Number.isFinite(seconds)
    ? Math.round(2 * Math.log2(Math.max(1, seconds)))
    : 1000 + Math.round(2 * Math.log2(Math.max(1, waiting.records)));
}

function compared(numbers, theMiddle, calm) {
  const base = Math.max(theMiddle, 1);
  return numbers.map((number) =>
    number <= calm ? 0 : TIMES_THE_MIDDLE.filter((times) => number >= times * base).length,
  );
}

function middle(numbers) {
  const sorted = Float64Array.from(numbers).sort();
  return sorted.length === 0 ? 0 : sorted[(sorted.length - 1) >> 1];
}
