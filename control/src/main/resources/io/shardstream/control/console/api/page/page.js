// Puts the page together: what control tells goes into the history and is drawn, once a second at most.

import { palette } from './cells.js';
import { Chart } from './chart.js';
import { Contact } from './contact.js';
import { askToken, Controls, tokens } from './controls.js';
import { byId, say, show } from './dom.js';
import { phaseWords, showHead } from './head.js';
import { History } from './history.js';
import { newEvents } from './judge.js';
import { Lists } from './lists.js';
import { SourceNodes, TargetNodes } from './nodes.js';
import { Listener } from './stream.js';
import { Strip } from './strip.js';
import { offerTable } from './table.js';
import { count, rate, sentence } from './words.js';

const BETWEEN_PAINTS = 900;

palette.renew();
const history = new History();
const strip = new Strip();
const target = new TargetNodes();
const source = new SourceNodes();
const lists = new Lists();
const controls = new Controls();
const rateChart = new Chart(byId('chart-rate'));
const lagChart = new Chart(byId('chart-lag'));

let latest = null;
let drawn = null;
let paintedAt = -Infinity;
let isDue = false;

const told = {
  run(run) {
    latest = run;
    history.add(run);
    contact.heard(run.at);
    due();
  },
  problem(words) {
    contact.lost(`${sentence(words)} Control answers, but cannot tell of the run.`);
  },
  away(pause, why) {
    contact.away(pause, why);
  },
  async denied(status, words) {
    const wrong = tokens.get() !== null;
    tokens.forget();
    if (status === 403) {
      contact.lost(`Control does not tell of the run here: ${sentence(words)}`);
      return;
    }
    contact.lost('Control tells of the run only to those who have the token.');
    const why = wrong ? 'That token was not the right one.' : 'To see the run from elsewhere takes the token.';
    if (await askToken(why)) {
      void listener.start();
    }
  },
};

const world = {
  fetch: (...request) => fetch(...request),
  setTimeout: (action, milliseconds) => setTimeout(action, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer),
  setInterval: (action, milliseconds) => setInterval(action, milliseconds),
  clearInterval: (timer) => clearInterval(timer),
  now: Date.now,
  random: Math.random,
};
const contact = new Contact(world, { lost, back });
const listener = new Listener(new URL('v1/run/stream', document.baseURI), world, tokens, told);

function lost(words) {
  document.body.classList.add('lost');
  say(byId('away-words'), words);
  if (byId('away').hidden) {
    show(byId('away'), true);
    say(byId('announced'), words);
  }
}

function back(wasAway) {
  if (wasAway) {
    say(byId('announced'), 'Control is back.');
  }
  document.body.classList.remove('lost', 'waits');
  show(byId('away'), false);
  void controls.probe();
}

function due() {
  if (isDue || document.hidden) {
    return;
  }
  isDue = true;
  const pause = paintedAt + BETWEEN_PAINTS - performance.now();
  if (pause > 0) {
    setTimeout(() => requestAnimationFrame(paint), pause);
  } else {
    requestAnimationFrame(paint);
  }
}

function paint() {
  isDue = false;
  if (latest === null) {
    return;
  }
  paintedAt = performance.now();
  announce(drawn, latest);
  drawn = latest;
  showHead(drawn);
  strip.update(drawn);
  target.update(drawn, history);
  source.update(drawn);
  showCharts(drawn);
  lists.update(drawn);
  controls.update(drawn);
}

function announce(before, now) {
  const words = newEvents(before?.events, now.events).map((event) => sentence(event.sentence));
  if (before && before.phase !== now.phase) {
    words.unshift(phaseWords(now));
  }
  if (words.length > 0) {
    say(byId('announced'), words.join(' '));
  }
}

function showCharts(run) {
  const span = history.span();
  const minutes = Math.max(1, Math.round((span[1] - span[0]) / 60_000));
  const read = run.read.docs_per_second;
  const written = run.written.docs_per_second;
  rateChart.update(
    span,
    [
      { points: history.points('written'), colour: '--flow', filled: true },
      { points: history.points('read'), colour: '--second', thin: true },
    ],
    count,
  );
  say(byId('now-written'), rate(written[0]));
  say(byId('now-read'), rate(read[0]));
  say(
    byId('chart-rate-words'),
    `In the mean of ten minutes ${rate(written[2])} written and ${rate(read[2])} read; drawn: ${minutes} min.`,
  );
  lagChart.update(
    span,
    [
      { points: history.points('waiting'), colour: '--flow', filled: true },
      { points: history.points('worst'), colour: '--warn' },
      { points: history.points('behind'), colour: '--second', thin: true },
    ],
    count,
  );
  const records = (node) => node?.waiting.records ?? -1;
  const worst = run.nodes.reduce((most, node) => (records(node) > records(most) ? node : most), null);
  say(byId('now-waiting'), count(run.waiting.records));
  say(byId('now-worst'), worst ? count(worst.waiting.records) : '–');
  show(byId('key-behind'), run.behind !== undefined);
  say(byId('now-behind'), run.behind === undefined ? '' : count(run.behind));
  const part = worst && run.waiting.records > 0 ? Math.round((100 * worst.waiting.records) / run.waiting.records) : 0;
  say(
    byId('chart-lag-words'),
    part > 0 ? `${part} % of what waits is for ${worst.name}; drawn: ${minutes} min.` : 'Nothing waits.',
  );
}

function recolour() {
  palette.renew();
  target.recolour();
  source.recolour();
  rateChart.recolour();
  lagChart.recolour();
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolour);
document.addEventListener('visibilitychange', due);
byId('retry').addEventListener('click', () => void listener.start());
offerTable(() => latest);
void listener.start();
