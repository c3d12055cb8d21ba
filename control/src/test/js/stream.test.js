import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventCutter, Listener, pauseBefore } from '../../main/resources/io/shardstream/control/console/api/page/stream.js';

/** A browser whose time passes when something waits, and whose server gives these answers one after the other. */
function browser(answers) {
  const world = {
    asked: [],
    random: () => 1,
    waits: [],
    fetch: (url, request) => {
      world.asked.push(request.headers.Authorization);
      const answer = answers.shift();
      return answer === undefined ? new Promise(() => {}) : answer(request);
    },
    setTimeout: (action, milliseconds) => {
      if (milliseconds !== 10_000 || world.isSilent) {
        world.waits.push(milliseconds);
        queueMicrotask(action);
      }
    },
    clearTimeout: () => {},
  };
  return world;
}

const stream = (...texts) => async () => new Response(
  new ReadableStream({
    start(controller) {
      texts.forEach((text) => controller.enqueue(new TextEncoder().encode(text)));
      controller.close();
    },
  }),
);
const refused = (status) => async () => new Response('{"error":"not you"}', { status });
const gone = async () => {
  throw new TypeError('Failed to fetch');
};

/** What a listener is told until nobody answers any more. */
async function heard(world, token = null) {
  const told = [];
  const ear = {
    run: (run) => told.push(['run', run.n]),
    problem: (words) => told.push(['problem', words]),
    away: (pause, why) => told.push(['away', pause, why]),
    denied: (status, why) => told.push(['denied', status, why]),
  };
  void new Listener('v1/run/stream', world, { get: () => token }, ear).start();
  await new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));
  return told;
}

test('events are cut out wherever the stream was cut', () => {
  const cutter = new EventCutter();
  assert.deepEqual(cutter.take('data: {"a"'), []);
  assert.deepEqual(cutter.take(':1}\n'), []);
  assert.deepEqual(cutter.take('\nevent: problem\r\ndata: x\r\n\r\n: stay\n\n'), [
    { name: 'message', data: '{"a":1}' },
    { name: 'problem', data: 'x' },
  ]);
});

test('data of several lines are one event', () => {
  assert.deepEqual(new EventCutter().take('data: a\ndata: b\n\n'), [{ name: 'message', data: 'a\nb' }]);
});

test('pauses grow to fifteen seconds, and differ from page to page', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 9].map((n) => pauseBefore(n, () => 1)), [1000, 2000, 4000, 8000, 15_000, 15_000]);
  assert.equal(pauseBefore(1, () => 0), 750);
});

test('runs and problems are told as they come', async () => {
  const world = browser([
    stream('data: {"n":1}\n\nevent: prob', 'lem\ndata: {"error":"not yet"}\n\ndata: {"n":2}\n\n'),
  ]);
  assert.deepEqual((await heard(world)).slice(0, 3), [['run', 1], ['problem', 'not yet'], ['run', 2]]);
});

test('it asks again with growing pauses, and goes on when control is back', async () => {
  const world = browser([stream('data: {"n":1}\n\n'), gone, refused(503), stream('data: {"n":2}\n\n')]);
  assert.deepEqual(await heard(world), [
    ['run', 1],
    ['away', 1000, 'the connection was closed'],
    ['away', 1000, 'nobody answers'],
    ['away', 2000, 'it answers with 503'],
    ['run', 2],
    ['away', 1000, 'the connection was closed'],
  ]);
});

test('the token is sent where there is one, and who is denied does not ask again', async () => {
  const world = browser([refused(401)]);
  assert.deepEqual(await heard(world, 'secret'), [['denied', 401, 'not you']]);
  assert.deepEqual(world.asked, ['Bearer secret']);
});

test('without a token none is sent', async () => {
  const world = browser([refused(401)]);
  await heard(world);
  assert.deepEqual(world.asked, [undefined]);
});

test('a control that says nothing is given up', async () => {
  const silent = ({ signal }) => new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  const world = browser([silent]);
  world.isSilent = true;
  const told = await heard(world);
  assert.deepEqual(told[0], ['away', 1000, 'it says nothing']);
});
