import assert from 'node:assert/strict';
import { test } from 'node:test';
import { History, niceAbove, nodeColumn } from '../../main/resources/io/shardstream/control/console/api/page/history.js';

const START = Date.parse('2026-03-14T12:00:00Z');
const run = (seconds, written, nodes = []) => ({
  at: new Date(START + seconds * 1000).toISOString(),
  read: { docs_per_second: [1, 1, 1] },
  written: { docs_per_second: [written, 0, 0] },
  waiting: { records: 7 },
  nodes,
});
const node = (name, records) => ({ name, waiting: { records }, records_per_second: [records, 0, 0] });

test('ten minutes are kept and no more', () => {
  const history = new History();
  for (let second = 0; second < 700; second++) {
    history.add(run(second, second));
  }
  const points = history.points('written');
  assert.equal(points.length, 600);
  assert.deepEqual(points.at(0), [START + 100_000, 100]);
  assert.deepEqual(points.at(-1), [START + 699_000, 699]);
  assert.deepEqual(history.span(), [START + 100_000, START + 699_000]);
});

test('at first a minute is drawn', () => {
  const history = new History();
  history.add(run(0, 5));
  assert.deepEqual(history.span(), [START - 60_000, START]);
});

test('what is told twice in a moment is kept once', () => {
  const history = new History();
  history.add(run(0, 5));
  history.add(run(0.2, 6));
  assert.deepEqual(history.points('written'), [[START, 6]]);
});

test('a node that comes later has no number before, and one that went none after', () => {
  const history = new History();
  history.add(run(0, 5, [node('a', 1)]));
  history.add(run(1, 5, [node('b', 2)]));
  const numbers = (name) => history.points(nodeColumn(name, 'waiting')).map(([, number]) => number);
  assert.deepEqual(numbers('a'), [1, NaN]);
  assert.deepEqual(numbers('b'), [NaN, 2]);
  assert.deepEqual(history.points('worst').map(([, number]) => number), [1, 2]);
});

test('when the clock goes back everything begins anew', () => {
  const history = new History();
  history.add(run(50, 5));
  history.add(run(0, 6));
  assert.deepEqual(history.points('written'), [[START, 6]]);
});

test('a column that nobody filled has no points', () => {
  assert.deepEqual(new History().points('written'), []);
});

test('an axis ends with 1, 2 or 5 and noughts', () => {
  assert.deepEqual([0, 0.3, 1, 1.1, 30, 70, 52_000].map(niceAbove), [1, 0.5, 1, 2, 50, 100, 100_000]);
});
