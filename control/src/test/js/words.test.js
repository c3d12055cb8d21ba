import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  clock, count, duration, left, percent, ranges, rate, sentence, size, wait,
} from '../../main/resources/io/shardstream/control/console/api/page/words.js';

const plain = (text) => text.replaceAll('\u202f', ' ');

test('large numbers have three digits and a letter', () => {
  assert.deepEqual([0, 9_999, 10_000, 123_456, 999_499, 999_999, 1_234_567, 2.5e9].map((n) => plain(count(n))), [
    '0', '9,999', '10.0 k', '123 k', '999 k', '1.00 M', '1.23 M', '2.50 G',
  ]);
});

test('a rate below ten a second has a digit after the point', () => {
  assert.deepEqual([0, 0.3, 12.4, 52_100].map((n) => plain(rate(n))), ['0/s', '0.3/s', '12/s', '52.1 k/s']);
});

test('sizes are in decimal units', () => {
  assert.deepEqual([0, 999, 1000, 5e6, 1.5e9].map((n) => plain(size(n))), [
    '0 B', '999 B', '1.00 kB', '5.00 MB', '1.50 GB',
  ]);
});

test('a time has its two largest units', () => {
  assert.deepEqual([0, 2.34, 59.4, 60, 250, 900, 7_500, 200_000].map(duration), [
    '0 s', '2.3 s', '59 s', '1 min', '4 min 10 s', '15 min', '2 h 5 min', '2 days',
  ]);
});

test('the time left is a range, and open where something stands still', () => {
  assert.equal(left(undefined), '');
  assert.equal(left({ low_seconds: 720, high_seconds: 1200 }), '12 min to 20 min left');
  assert.equal(left({ low_seconds: 720, high_seconds: 721 }), 'about 12 min left');
  assert.equal(left({ low_seconds: 720, high_seconds: 36_500 * 86_400 }), 'at least 12 min left');
});

test('a hundred per cent is said only of everything', () => {
  assert.deepEqual([0, 62.48, 99.999, 100].map((n) => plain(percent(n))), ['0.0 %', '62.4 %', '99.9 %', '100 %']);
});

test('what waits and does not move has no time', () => {
  assert.equal(wait({ records: 3, bytes: 9 }), 'not moving');
  assert.equal(wait({ records: 0, bytes: 0 }), 'nothing waits');
  assert.equal(wait({ records: 3, bytes: 9, seconds: 61 }), '1 min 1 s');
});

test('numbers that follow one another are drawn together', () => {
  assert.equal(ranges([5, 0, 2, 1]), '0–2, 5');
  assert.equal(ranges([]), '');
  assert.equal(ranges([0, 2, 4, 6], 2), '0, 2 and more');
});

test('a sentence begins large and ends with one full stop', () => {
  assert.equal(sentence('node n2 waits'), 'Node n2 waits.');
  assert.equal(sentence('It went. '), 'It went.');
  assert.equal(sentence(''), '');
});

test('an instant of another day has its date', () => {
  assert.match(clock('2026-03-14T12:00:01Z'), /^\d\d:\d\d:01$/);
  assert.match(clock('2026-03-14T12:00:01Z', '2026-05-01T00:00:00Z'), /^\d\d Mar \d\d:\d\d:01$/);
});
