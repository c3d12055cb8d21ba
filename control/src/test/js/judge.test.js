import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bottleneckStage, leftToRead, levels, newEvents, nodeToWatch, shareRead, shareWritten, worstFirst,
} from '../../main/resources/io/shardstream/control/console/api/page/judge.js';

const node = (name, records, seconds) => ({ name, waiting: { records, seconds } });
const names = (nodes) => nodes.map((one) => one.name);
const waiting = (seconds) => ({ records: seconds === 0 ? 0 : 1000, seconds: seconds ?? undefined });
const waitings = (...seconds) => seconds.map(waiting);

test('the bottleneck comes first, then what does not move, then by how long it waits', () => {
  const nodes = [node('a', 10, 1), node('b', 900, 90), node('c', 5, undefined), node('d', 20, 2)];
  assert.deepEqual(names(worstFirst(nodes, '', [])), ['c', 'b', 'd', 'a']);
  assert.deepEqual(names(worstFirst(nodes, 'd', [])), ['d', 'c', 'b', 'a']);
});

test('nodes that are about as far behind stay where they were', () => {
  const before = ['b', 'a'];
  assert.deepEqual(names(worstFirst([node('a', 44, 4.4), node('b', 42, 4.2)], '', before)), ['b', 'a']);
  assert.deepEqual(names(worstFirst([node('a', 440, 44), node('b', 42, 4.2)], '', before)), ['a', 'b']);
});

test('a node that is new is put by its name', () => {
  assert.deepEqual(names(worstFirst([node('c', 1, 1), node('a', 1, 1), node('b', 1, 1)], '', ['b'])), ['b', 'a', 'c']);
});

test('the bottleneck is watched, or else the first', () => {
  const nodes = [node('a', 9, 9), node('b', 1, 1)];
  assert.equal(nodeToWatch(nodes, 'b').name, 'b');
  assert.equal(nodeToWatch(nodes, '').name, 'a');
  assert.equal(nodeToWatch([], 'b'), undefined);
});

test('a lane is behind when it waits much longer than the others', () => {
  assert.deepEqual(levels(waitings(10, 10, 10, 21, 45, 90, null)), [0, 0, 0, 1, 2, 3, 3]);
});

test('a wait of some seconds is never called behind', () => {
  assert.deepEqual(levels(waitings(0, 0, 0, 4.9)), [0, 0, 0, 0]);
});

test('while nothing moves what waits is compared', () => {
  const all = [100, 100, 100, 100_000].map((records) => ({ records }));
  assert.deepEqual(levels(all), [0, 0, 0, 3]);
});

test('no lanes have no levels', () => {
  assert.deepEqual(levels([]), []);
});

test('the stage of the bottleneck is a node where one is named', () => {
  assert.equal(bottleneckStage({ stage: 'read', node: '' }), 'readers');
  assert.equal(bottleneckStage({ stage: 'read', node: 'n1' }), 'source');
  assert.equal(bottleneckStage({ stage: 'write', node: '' }), 'writers');
  assert.equal(bottleneckStage({ stage: 'write', node: 'n1' }), 'target');
  assert.equal(bottleneckStage({ stage: 'run', node: '' }), 'run');
  assert.equal(bottleneckStage({ stage: 'none', node: '' }), '');
});

test('shares are between nothing and all, and unknown without a goal', () => {
  assert.equal(shareRead({ done: -1, goal: 9 }), 0);
  assert.equal(shareRead({ done: 4, goal: 9 }), 0.5);
  assert.equal(shareRead({ done: 40, goal: 9 }), 1);
  assert.equal(shareRead({ done: -1, goal: -1 }), 1);
  assert.equal(shareRead({ done: 4 }), undefined);
  assert.equal(shareWritten({ written: 0, end: 0 }), 0);
  assert.equal(shareWritten({ written: 3, end: 4 }), 0.75);
});

test('a shard that is not read and not being read does not move', () => {
  assert.deepEqual(leftToRead({ done: 4, goal: 9, docs_per_second: [0, 0, 0] }), { records: 5, seconds: undefined });
  assert.deepEqual(leftToRead({ done: 9, goal: 9, docs_per_second: [0, 0, 0] }), { records: 0, seconds: 0 });
  assert.deepEqual(leftToRead({ done: 4, goal: 9, docs_per_second: [9, 1, 1] }), { records: 5, seconds: 5 });
});

test('only events that were not there before are new, and none at first', () => {
  const one = { at: '1', kind: 'phase', sentence: 'x' };
  const two = { at: '2', kind: 'phase', sentence: 'x' };
  assert.deepEqual(newEvents(undefined, [one]), []);
  assert.deepEqual(newEvents([one], [one, two]), [two]);
  assert.deepEqual(newEvents([two], [two]), []);
});
