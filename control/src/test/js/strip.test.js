import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memberWords, verifiedState, verifiedWords } from '../../main/resources/io/shardstream/control/page/strip.js';

const verified = (found) => ({
  final: false, equal: false, source_documents: 9, differences: 0, rejects: 0, replaced: 0, unjudged: 0, unswept: 0,
  ...found,
});

test('both sides are called equal only where the run says so', () => {
  assert.deepEqual(verifiedWords(verified({ equal: true, final: true })), ['equal', '9 documents', 'after the end']);
  assert.deepEqual(verifiedWords(verified({ rejects: 500 })), ['0', 'differences', '500 rejected, while it went on']);
  assert.equal(verifiedWords(verified({ unjudged: 50_000 }))[0], '0');
  assert.deepEqual(verifiedWords(undefined), ['–', 'not verified yet']);
});

test('everything that was found is told', () => {
  assert.deepEqual(verifiedWords(verified({ differences: 1, rejects: 2, replaced: 3, unjudged: 4, unswept: 5 })), [
    '1', 'difference', '2 rejected, 3 replaced, 4 not judged, 5 not swept, while it went on',
  ]);
});

test('a verification of an older version tells less', () => {
  assert.equal(verifiedWords({ final: false, equal: false, differences: 0, rejects: 0 })[2], 'while it went on');
});

test('only what is equal looks good', () => {
  assert.deepEqual(
    [undefined, verified({ equal: true }), verified({ rejects: 1 }), verified({ differences: 1 })].map(verifiedState),
    ['none', 'good', 'part', 'bad'],
  );
});

test('that nobody is at work is said only where that is known', () => {
  assert.equal(memberWords([], 'reader'), 'no reader');
  assert.equal(memberWords(undefined, 'reader'), '');
  assert.equal(memberWords([{ limited_by: '' }, { limited_by: 'x' }], 'reader'), '2 readers, 1 limited');
});
