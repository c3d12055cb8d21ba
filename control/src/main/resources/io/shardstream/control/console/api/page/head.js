// The head of the page: where the run stands, how far it is, and what limits it now.

import { arrange, byId, element, icon, measure, say, set, setIcon, show } from './dom.js';
import { isEnd } from './judge.js';
import { clock, counted, left, percent, sentence } from './words.js';

const PHASES = {
  backfill: ['Backfill', 'in', 'good'],
  'catching-up': ['Catching up', 'follow', 'good'],
  'cutting-over': ['Cutting over', 'switch', 'warn'],
  completed: ['Completed', 'check', 'done'],
  aborted: ['Aborted', 'stop', 'calm'],
  failed: ['Failed', 'stop', 'bad'],
  blocked: ['Blocked', 'stop', 'bad'],
  paused: ['Paused', 'pause', 'warn'],
};

const MOST_REASONS = 3;
const STAGE_WORDS = { read: 'Reading limits the run', write: 'Writing limits the run', run: 'The run is held back' };

const phaseOf = (phase) => PHASES[phase] ?? [phase, 'dot', 'calm'];

export function showHead(run) {
  say(byId('run'), run.run);
  say(byId('source-index'), run.source_index);
  say(byId('target-index'), run.target_index);
  const [word, picture, tone] = phaseOf(run.phase);
  say(byId('phase-word'), word);
  setIcon(byId('phase'), picture);
  byId('phase').className = `pill ${tone}`;
  say(byId('seen'), `seen ${clock(run.at, Date.now())}`);
  say(byId('percent'), percent(run.percent));
  say(byId('left'), isEnd(run.phase) ? '' : left(run.time_left) || waitingWords(run));
  set(byId('left'), 'title', run.time_left ? `${run.time_left.by} takes longest` : undefined);
  set(byId('bar'), 'aria-valuenow', Math.floor(run.percent));
  measure(byId('bar'), '--share', `${run.percent}%`);
  document.title = `${percent(run.percent)} ${word} · ${run.run}`;
  showCause(run);
  showNotices(run);
  say(byId('controller'), controllerWords(run));
}

/** What to say aloud when the phase is another one. */
export const phaseWords = (run) => sentence(`${phaseOf(run.phase)[0]}${run.why ? `: ${run.why}` : ''}`);

/** The one sentence that says what limits the run now. */
export function causeWords(run) {
  if (run.bottleneck.stage !== 'none') {
    return sentence(run.bottleneck.sentence || STAGE_WORDS[run.bottleneck.stage]);
  }
  if (run.phase === 'completed') {
    return 'Everything is written.';
  }
  return isEnd(run.phase) ? phaseWords(run) : 'Nothing is in the way.';
}

function controllerWords({ controller, at }) {
  return controller
    ? `Controlled by ${controller.who} since ${clock(controller.since, at)}, epoch ${controller.epoch}`
    : 'No process controls the run.';
}

function showCause(run) {
  const tone = isEnd(run.phase) || run.bottleneck.stage === 'none' ? 'calm' : 'warn';
  byId('cause').className = `cause ${tone}`;
  setIcon(byId('cause'), tone === 'warn' ? 'warn' : 'check');
  say(byId('cause-words'), causeWords(run));
  const more = run.time_left && !isEnd(run.phase) ? `What takes longest: ${run.time_left.by}.` : '';
  say(byId('cause-more'), more);
}

function waitingWords(run) {
  return run.percent >= 100 ? `${counted(run.waiting.records, 'record')} waiting` : 'no estimate while nothing moves';
}

/** What somebody should know, the most urgent first: each with its tone, its picture, words, and since when if told. */
export function noticesOf(run) {
  const step = run.cutover_step;
  const refused = run.writes_refused;
  const nobody = run.nobody_at_work;
  return [
    ...(refused ? [['bad', 'stop', `${refused.sentence} ${refused.remedy}`, undefined]] : []),
    ...(nobody ? [['bad', 'stop', nobodyWords(nobody, run.blocked), undefined]] : []),
    ...run.blocked.map((one) => ['bad', 'stop', `${one.part} is blocked: ${one.reason}`, one.since]),
    ...(run.pause ? [['warn', 'pause', `Paused${run.pause.reason && `: ${run.pause.reason}`}`, run.pause.since]] : []),
    ...(step ? [['warn', 'switch', `Cut-over: ${step.name}${step.done ? ', done' : ''}`, step.at]] : []),
    ...(run.why && !run.blocked.some((one) => run.why.includes(one.reason)) && run.why !== run.pause?.reason
      ? [['calm', 'dot', sentence(run.why), undefined]]
      : []),
    ...missedReasons(run.guard).map((reason) => ['warn', 'throttle', `Production is slow, ${reason}`, undefined]),
    ...(Object.keys(run.limits).length > 0 ? [['calm', 'throttle', limitWords(run.limits), undefined]] : []),
  ];
}

function nobodyWords(nobody, blocked) {
  const what = nobody.since
    ? `Nobody has worked on this run since ${nobody.since.replace(/\.\d+/, '')}: all figures are of then.`
    : 'Nobody works on this run.';
  return blocked.length > 0 ? what : `${what} ${nobody.remedy}`;
}

function showNotices(run) {
  const notices = noticesOf(run);
  const list = byId('notices');
  const wanted = JSON.stringify(notices);
  if (list.dataset.told !== wanted) {
    list.dataset.told = wanted;
    arrange(list, notices.map(([tone, picture, words, since]) => notice(tone, picture, words, since, run.at)));
  }
  show(list, notices.length > 0);
}

/** Why the guard gives way, of a few nodes: where source and target are one cluster, each is named twice. */
const missedReasons = (guard) =>
  [...new Set(guard.filter((finding) => finding.missed).map((finding) => finding.reason))].slice(0, MOST_REASONS);

const limitWords = (limits) =>
  `Throttled: ${Object.entries(limits)
    .map(([key, value]) => `${key} ${value}`)
    .join(', ')}`;

function notice(tone, picture, words, since, now) {
  const line = element('li', tone, icon(picture), element('span', '', words));
  if (since) {
    line.append(element('span', 'soft', `since ${clock(since, now)}`));
  }
  return line;
}

