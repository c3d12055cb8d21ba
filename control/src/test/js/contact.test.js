import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Contact } from '../../main/resources/io/shardstream/control/console/api/page/contact.js';

const AT = '2026-03-01T10:00:00Z';

/** A browser whose time passes when the test says so, and a page that writes down what it is told. */
function page() {
  const timers = new Map();
  let now = Date.parse(AT);
  let last = 0;
  const told = [];
  const begin = (action, every, isOnce) => {
    timers.set(++last, { action, every, isOnce, due: now + every });
    return last;
  };
  const world = {
    now: () => now,
    setTimeout: (action, milliseconds) => begin(action, milliseconds, true),
    setInterval: (action, milliseconds) => begin(action, milliseconds, false),
    clearTimeout: (timer) => timers.delete(timer),
    clearInterval: (timer) => timers.delete(timer),
  };
  const pass = (seconds) => {
    for (let second = 0; second < seconds; second++) {
      now += 1000;
      for (const [id, timer] of [...timers]) {
        if (timers.has(id) && timer.due <= now) {
          timer.due += timer.every;
          if (timer.isOnce) {
            timers.delete(id);
          }
          timer.action();
        }
      }
    }
  };
  const contact = new Contact(world, {
    lost: (words) => told.push(words),
    back: (wasAway) => told.push(wasAway ? 'back' : 'here'),
  });
  return { contact, told, pass };
}

test('a run that is told every second is here, and that is said once', () => {
  const { contact, told, pass } = page();
  for (let second = 0; second < 30; second++) {
    contact.heard(AT);
    pass(1);
  }
  assert.deepEqual(told, ['here']);
});

test('the seconds until the next attempt are counted down', () => {
  const { contact, told, pass } = page();
  contact.away(2000, 'nobody answers');
  pass(3);
  assert.deepEqual(told.map((words) => words.replace(/.*\(/, '(')), [
    '(nobody answers), trying again in 2 s.',
    '(nobody answers), trying again in 1 s.',
    '(nobody answers), trying again.',
    '(nobody answers), trying again.',
  ]);
});

test('nothing is counted down any more when control answers that it does not tell', () => {
  const { contact, told, pass } = page();
  contact.away(2000, 'nobody answers');
  contact.lost('Take a token.');
  pass(30);
  assert.equal(told.at(-1), 'Take a token.');
});

test('that nothing new was told does not take the place of why', () => {
  const { contact, told, pass } = page();
  contact.heard(AT);
  contact.lost('Kafka is away.');
  pass(30);
  assert.deepEqual(told, ['here', 'Kafka is away.']);
});

test('what is told after a while in which nothing was is new', () => {
  const { contact, told, pass } = page();
  contact.heard(AT);
  pass(11);
  assert.match(told.at(-1), /told nothing new since/);
  contact.heard(AT);
  assert.equal(told.at(-1), 'here');
});

test('what is told after a page was denied is shown, also if it was told before', () => {
  const { contact, told } = page();
  contact.heard(AT);
  contact.lost('Take a token.');
  contact.heard(AT);
  assert.deepEqual(told, ['here', 'Take a token.', 'here']);
});

test('control that was away is back', () => {
  const { contact, told, pass } = page();
  contact.heard(AT);
  contact.away(1000, 'nobody answers');
  contact.heard(AT);
  pass(5);
  assert.equal(told.at(-1), 'back');
});
