import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memberWords, verifiedState, verifiedWords } from '../../main/resources/io/shardstream/control/console/api/page/strip.js';
import { clock } from '../../main/resources/io/shardstream/control/console/api/page/words.js';

const AT = '2026-03-14T12:00:01Z';

const verified = (found) => ({
  at: AT,
  final: false, equal: false, source_documents: 9, differences: 0, rejects: 0, replaced: 0, unjudged: 0, unswept: 0,
  ...found,
});

test('both sides are called equal only where the run says so', () => {
  assert.deepEqual(verifiedWords(verified({ equal: true, final: true }), AT), ['equal', '9 documents', `after the end, ${clock(AT)}`]);
  assert.deepEqual(verifiedWords(verified({ rejects: 500 }), AT), ['0', 'differences', `500 rejected, while it went on, ${clock(AT)}`]);
  assert.equal(verifiedWords(verified({ unjudged: 50_000 }))[0], '0');
  assert.deepEqual(verifiedWords(undefined), ['–', 'not verified yet']);
});

test('a verification of another day is told with its date', () => {
  assert.match(verifiedWords(verified({ equal: true }), '2026-05-01T00:00:00Z')[2], /, \d\d Mar \d\d:\d\d:01$/);
});

test('everything that was found is told', () => {
  assert.deepEqual(verifiedWords(verified({ differences: 1, rejects: 2, replaced: 3, unjudged: 4, unswept: 5 }), AT), [
    '1', 'difference', `2 rejected, 3 replaced, 4 not judged, 5 not swept, while it went on, ${clock(AT)}`,
  ]);
});

test('a verification of an older version tells less', () => {
  const old = { at: AT, final: false, equal: false, differences: 0, rejects: 0 };
  assert.equal(verifiedWords(old, AT)[2], `while it went on, ${clock(AT)}`);
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
