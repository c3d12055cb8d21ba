import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noticesOf } from '../../main/resources/io/shardstream/control/console/api/page/head.js';

const quiet = { blocked: [], guard: [], limits: {}, why: '' };

test('a run in which all is well has nothing to notice', () => {
  assert.deepEqual(noticesOf(quiet), []);
});

test('that writes of clients are refused stands first, with what takes it back', () => {
  const refused = { index: 'a', since: '2026-03-01T10:00:00Z', sentence: "Writes to 'a' are refused.", remedy: 'Abort.' };
  const blocked = [{ part: 'writer', reason: 'the disk is full', since: '2026-03-01T09:00:00Z' }];
  assert.deepEqual(noticesOf({ ...quiet, blocked, writes_refused: refused }), [
    ['bad', 'stop', "Writes to 'a' are refused. Abort.", undefined],
    ['bad', 'stop', 'writer is blocked: the disk is full', '2026-03-01T09:00:00Z'],
  ]);
});

test('that nobody works on the run is told with what to do', () => {
  const words = (nobody, blocked = []) => noticesOf({ ...quiet, blocked, nobody_at_work: nobody })[0][2];
  assert.equal(words({ remedy: "Start 'run'." }), "Nobody works on this run. Start 'run'.");
  assert.equal(
    words({ since: '2026-03-01T10:00:00.123Z', remedy: "Start 'run'." }),
    "Nobody has worked on this run since 2026-03-01T10:00:00Z: all figures are of then. Start 'run'.",
  );
});

test('what the run is blocked for is said behind it, and no remedy before', () => {
  const blocked = [{ part: 'writer', reason: 'the disk is full', since: '2026-03-01T09:00:00Z' }];
  assert.deepEqual(noticesOf({ ...quiet, blocked, nobody_at_work: { remedy: 'Do that first.' } }), [
    ['bad', 'stop', 'Nobody works on this run.', undefined],
    ['bad', 'stop', 'writer is blocked: the disk is full', '2026-03-01T09:00:00Z'],
  ]);
});
