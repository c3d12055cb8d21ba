// The pipeline from the source to the target: how much flows, and where it is held up.

import { byId, element, icon, measure, say, set, setIcon, show } from './dom.js';
import { bottleneckStage } from './judge.js';
import { clock, count, counted, duration, exact, rate, size } from './words.js';

const STAGES = [
  ['source', 'Source', 'source'],
  ['readers', 'Readers', 'out'],
  ['kafka', 'Kafka', 'kafka'],
  ['writers', 'Writers', 'in'],
  ['target', 'Target', 'source'],
  ['verified', 'Verified', 'check'],
];
/** Between which stages what flows. */
const PIPES = { source: 'read', readers: 'read', kafka: 'written', writers: 'written', target: 'verified' };
const THINNEST = 2;
const THICKEST = 16;

/** Draws the strip once, and then says what changes. */
export class Strip {
  #stages = {};
  #fastest = 1;

  constructor() {
    const strip = byId('strip');
    for (const [name, title, picture] of STAGES) {
      const figure = element('p', 'figure', '–');
      const line = element('p', 'line soft');
      const more = element('p', 'line soft');
      const badge = element('p', 'badge', icon('warn'), element('span', '', 'bottleneck'));
      badge.hidden = true;
      const stage = element('li', `stage ${name}`, badge, element('h3', '', icon(picture), title), figure, line, more);
      strip.append(stage);
      this.#stages[name] = { stage, figure, line, more, badge };
      if (PIPES[name]) {
        const words = element('span', 'pipe-rate');
        const pipe = element('li', `pipe ${name}`, words, element('span', 'flow'));
        strip.append(pipe);
        this.#stages[name].pipe = pipe;
        this.#stages[name].pipeWords = words;
      }
    }
  }

  update(run) {
    const read = run.read.docs_per_second[0];
    const written = run.written.docs_per_second[0];
    this.#fastest = Math.max(this.#fastest, read, written);
    const parts = (part) => run.members?.filter((member) => member.part === part);
    const nodes = run.nodes.length;

    const { stage, node } = run.bottleneck;
    const at = (name, words) => (node && stage === name ? `${node}, of ${words}` : words);

    this.#say('source', count(run.goal_docs), 'documents at the start', at('read', behindWords(run)));
    this.#say('readers', count(run.read.docs), 'documents read', memberWords(parts('reader'), 'reader'));
    this.#say('kafka', size(run.waiting.bytes), kafkaWords(run.waiting), `of ${size(run.waiting.max_bytes)} allowed`);
    const bytes = `${size(run.written.bytes_per_second[0])}/s`;
    this.#say('writers', rate(written), bytes, memberWords(parts('writer'), 'writer'));
    this.#say('target', count(run.written.docs), 'documents written', at('write', counted(nodes, 'node')));
    this.#say('verified', ...verifiedWords(run.verified, run.at));

    for (const [name, what] of Object.entries(PIPES)) {
      if (what !== 'verified') {
        this.#flow(name, what === 'read' ? read : written);
      }
    }
    const full = run.waiting.max_bytes > 0 ? Math.min(1, run.waiting.bytes / run.waiting.max_bytes) : 0;
    measure(this.#stages.kafka.stage, '--full', `${(full * 100).toFixed(1)}%`);
    set(this.#stages.kafka.stage, 'data-full', full >= 0.9 ? 'yes' : undefined);
    set(this.#stages.verified.stage, 'data-state', verifiedState(run.verified));
    this.#mark(bottleneckStage(run.bottleneck));
  }

  #mark(bottleneck) {
    for (const [name] of STAGES) {
      const { stage, badge } = this.#stages[name];
      const isIt = name === bottleneck;
      set(stage, 'data-tone', isIt ? 'bottleneck' : bottleneck === 'run' && name !== 'verified' ? 'held' : undefined);
      const held = bottleneck === 'run' && name === 'readers';
      show(badge, isIt || held);
      setIcon(badge, held ? 'pause' : 'warn');
      say(badge.lastChild, held ? 'held back' : 'bottleneck');
    }
  }

  #say(name, figure, line, more = '') {
    const stage = this.#stages[name];
    say(stage.figure, figure);
    say(stage.line, line);
    say(stage.more, more);
  }

  #flow(name, perSecond) {
    const { pipe, pipeWords } = this.#stages[name];
    const thick = perSecond > 0 ? THINNEST + (THICKEST - THINNEST) * Math.sqrt(perSecond / this.#fastest) : 1;
    measure(pipe, '--thick', `${thick.toFixed(0)}px`);
    set(pipe, 'data-flow', perSecond > 0 ? 'yes' : 'no');
    say(pipeWords, name === 'source' || name === 'writers' ? '' : rate(perSecond));
  }
}

const behindWords = (run) =>
  run.behind === undefined
    ? counted(run.shards.length, 'shard')
    : `${counted(run.shards.length, 'shard')}, ${run.behind === 0 ? 'all read' : `${count(run.behind)} behind`}`;

const kafkaWords = (waiting) =>
  waiting.records === 0
    ? 'nothing waits'
    : `${count(waiting.records)}${waiting.seconds === undefined ? ' wait' : `, ${duration(waiting.seconds)}`}`;

/** How many of a part are at work; nothing while that is not known. */
export function memberWords(members, word) {
  if (members === undefined) {
    return '';
  }
  const limited = members.filter((member) => member.limited_by !== '').length;
  return members.length === 0 ? `no ${word}` : counted(members.length, word) + (limited ? `, ${limited} limited` : '');
}

/** What was found, and in the last line all that stands in the way of calling both sides equal, and when that was. */
export function verifiedWords(verified, now) {
  if (!verified) {
    return ['–', 'not verified yet'];
  }
  const when = `${verified.final ? 'after the end' : 'while it went on'}, ${clock(verified.at, now)}`;
  if (verified.equal) {
    return ['equal', counted(verified.source_documents, 'document'), when];
  }
  const rest = [
    [verified.rejects, 'rejected'],
    [verified.replaced, 'replaced'],
    [verified.unjudged, 'not judged'],
    [verified.unswept, 'not swept'],
  ].filter(([number]) => number > 0);
  return [
    exact(verified.differences),
    verified.differences === 1 ? 'difference' : 'differences',
    [...rest.map(([number, word]) => `${count(number)} ${word}`), when].join(', '),
  ];
}

/** How a verification is to look. */
export function verifiedState(verified) {
  if (!verified) {
    return 'none';
  }
  return verified.equal ? 'good' : verified.differences > 0 ? 'bad' : 'part';
}
