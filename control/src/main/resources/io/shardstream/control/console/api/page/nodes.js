// The nodes of the target with their lanes, those of the source with their shards, and the figures of one of them.

import { Chart } from './chart.js';
import { arrange, byId, element, icon, measure, say, set, show } from './dom.js';
import { Grid } from './grid.js';
import { nodeColumn } from './history.js';
import { leftToRead, LEVELS, levels, nodeToWatch, shareRead, shareWritten, worstFirst } from './judge.js';
import { count, counted, duration, exact, percent, ranges, rate, sentence, size, wait } from './words.js';

const NOWHERE = 'node not known';
/** Figures that need the width of two. */
const WIDE = /min$|^Waiting|^Lanes|records$/;
const nameOf = (node) => node || NOWHERE;
const threeRates = (rates) => `${rate(rates[0])}, ${rate(rates[1])}, ${rate(rates[2])}`;

/** The target's nodes, the worst first, and the details of what is looked at. */
export class TargetNodes {
  #grid = new Grid(byId('nodes-large'), byId('nodes-small'), nodeFigures, (...what) => this.#choose(...what));
  #details = new Details();
  #order = [];
  #pinned = null;
  #looked = { pointer: null, keyboard: null };
  #run = null;
  #history = null;

  update(run, history) {
    this.#run = run;
    this.#history = history;
    const ordered = worstFirst(run.nodes, run.bottleneck.node, this.#order);
    const names = ordered.map((node) => node.name);
    const isSame = names.length === this.#order.length && this.#order.every((name) => names.includes(name));
    if (!isSame || !this.#grid.isLookedAt()) {
      this.#order = names;
    }
    const byName = new Map(run.nodes.map((node) => [node.name, node]));
    const lanes = new Map(run.lanes.map((lane) => [lane.lane, lane]));
    const level = new Map();
    levels(run.lanes.map((lane) => lane.waiting)).forEach((of, index) => level.set(run.lanes[index].lane, of));
    this.#grid.update([
      ...this.#order.map((name) => {
        const node = byName.get(name);
        return this.#row(node, node.lanes.map((lane) => lanes.get(lane)).filter(Boolean), level, run);
      }),
      ...this.#homeless(run, level),
    ]);
    show(byId('nodes-empty'), run.lanes.length === 0);
    const others = run.nodes.length - byId('nodes-large').childElementCount;
    show(byId('nodes-others'), others > 0);
    say(byId('nodes-others-words'), `The other ${others} nodes`);
    this.#show();
  }

  recolour() {
    this.#grid.recolour();
    this.#details.recolour();
  }

  #row(node, lanes, level, run) {
    const cells = lanes.map((lane) => ({ share: shareWritten(lane), level: level.get(lane.lane), lane }));
    return {
      key: `n ${node.name}`,
      node,
      cells,
      isBottleneck: node.name !== '' && node.name === run.bottleneck.node && run.bottleneck.stage === 'write',
      label: (index) => laneWords(cells[index], node),
    };
  }

  /** Lanes whose node is not known. */
  #homeless(run, level) {
    const lanes = run.lanes.filter((lane) => lane.node === '');
    if (lanes.length === 0) {
      return [];
    }
    const waiting = { records: lanes.reduce((sum, lane) => sum + lane.waiting.records, 0), bytes: 0, seconds: 0 };
    const node = { name: '', lanes: lanes.map((lane) => lane.lane), waiting, records_per_second: [0, 0, 0] };
    return [this.#row(node, lanes, level, run)];
  }

  #choose(key, index, how) {
    if (how === 'pin') {
      const isSame = this.#pinned?.key === key && this.#pinned?.index === index;
      this.#pinned = key === null || isSame ? null : { key, index };
    } else {
      this.#looked[how] = key === null ? null : { key, index };
    }
    this.#show();
  }

  #show() {
    if (!this.#run) {
      return;
    }
    const run = this.#run;
    const byKey = new Map(run.nodes.map((node) => [`n ${node.name}`, node]));
    const chosen = [this.#looked.pointer, this.#looked.keyboard, this.#pinned].find((one) => one && byKey.has(one.key));
    const watched = nodeToWatch(this.#order.map((name) => byKey.get(`n ${name}`)), run.bottleneck.node);
    const node = chosen ? byKey.get(chosen.key) : watched;
    const lane = chosen && chosen.index >= 0 ? node.lanes[chosen.index] : undefined;
    const held = this.#pinned;
    const isHeld = chosen && held && chosen.key === held.key && chosen.index === held.index;
    const kind = isHeld ? 'held; Enter or a click lets go' : chosen ? 'looked at' : '';
    this.#details.show(run, node, run.lanes.find((one) => one.lane === lane), kind, this.#history);
  }
}

/** The source's shards by node. */
export class SourceNodes {
  #grid = new Grid(byId('shards'), null, shardFigures, (key, index) => this.#choose(key, index));
  #run = null;
  #chosen = null;

  update(run) {
    this.#run = run;
    const of = levels(run.shards.map(leftToRead));
    const byNode = new Map();
    run.shards.forEach((shard, index) => {
      const cells = byNode.get(shard.node) ?? byNode.set(shard.node, []).get(shard.node);
      cells.push({ share: shareRead(shard), level: of[index], shard });
    });
    this.#grid.update(
      [...byNode].map(([name, cells]) => {
        const label = (index) => shardWords(cells[index].shard);
        return { key: name, name, cells, label };
      }),
    );
    this.#show();
  }

  recolour() {
    this.#grid.recolour();
  }

  #choose(key, index) {
    this.#chosen = key === null || index < 0 ? null : { key, index };
    this.#show();
  }

  #show() {
    const chosen = this.#chosen && this.#run.shards.filter((s) => s.node === this.#chosen.key)[this.#chosen.index];
    say(byId('shards-words'), chosen ? shardWords(chosen) : allShardsWords(this.#run));
  }
}

/** The figures of a node, and of a lane of it. */
class Details {
  #pictures = ['rate', 'waiting', 'limit'].map((what) => [what, new Chart(byId(`spark-${what}`), true)]);
  #terms = new Map();

  recolour() {
    this.#pictures.forEach(([, chart]) => chart.recolour());
  }

  show(run, node, lane, kind, history) {
    show(byId('details'), node !== undefined);
    if (!node) {
      return;
    }
    const isBottleneck = node.name === run.bottleneck.node && run.bottleneck.stage === 'write';
    const limited = node.load?.limited_by ?? '';
    say(byId('details-kind'), kind || (isBottleneck ? 'the bottleneck' : 'the most behind'));
    say(byId('details-name'), lane ? `Lane ${lane.lane} on ${nameOf(node.name)}` : nameOf(node.name));
    const why = isBottleneck ? sentence(run.bottleneck.sentence) : limited ? `Limited by ${limited}.` : '';
    say(byId('details-why'), why);
    byId('details-why').className = isBottleneck ? 'why warn' : 'why';
    this.#figures(lane ? laneFigures(lane) : figuresOf(node));
    show(byId('details-pictures'), node.name !== '');
    const now = {
      rate: rate(node.records_per_second[0]),
      waiting: count(node.waiting.records),
      limit: node.load?.limit,
    };
    for (const [what, chart] of this.#pictures) {
      say(byId(`spark-${what}-now`), String(now[what] ?? ''));
      const points = history.points(nodeColumn(node.name, what));
      const tone = isBottleneck && what === 'waiting' ? '--warn' : '--flow';
      chart.update(history.span(), [{ points, colour: tone, filled: what !== 'limit' }], count);
    }
  }

  #figures(figures) {
    const shown = figures.filter(([, text]) => text !== '');
    arrange(
      byId('details-figures'),
      shown.map(([term, text]) => {
        let pair = this.#terms.get(term);
        if (!pair) {
          pair = element('div', WIDE.test(term) ? 'wide' : '', element('dt', '', term), element('dd', ''));
          this.#terms.set(term, pair);
        }
        say(pair.lastChild, text);
        return pair;
      }),
    );
  }
}

function nodeFigures(line, holder) {
  const cell = (name, role = 'gridcell') => {
    const made = element('span', name);
    made.setAttribute('role', role);
    return made;
  };
  const name = cell('name', 'rowheader');
  const text = element('span', 'name-text');
  const mark = element('span', 'mark', icon('warn'), element('span', 'unseen', 'bottleneck, '));
  name.append(mark, text);
  const written = cell('number');
  const waits = cell('waits');
  const seconds = element('span', 'seconds');
  const records = element('span', 'soft records');
  waits.append(seconds, records);
  const load = cell('load');
  const bar = element('span', 'meter', element('span'));
  const bulks = element('span', 'bulks');
  load.append(bar, bulks);
  const refused = cell('number refused');
  const limited = cell('limited');
  line.append(name, holder, written, waits, load, refused, limited);
  return ({ node, isBottleneck }) => {
    set(line, 'data-tone', isBottleneck ? 'bottleneck' : undefined);
    show(mark, isBottleneck);
    say(text, nameOf(node.name));
    set(text, 'title', nameOf(node.name));
    say(written, rate(node.records_per_second[0]));
    say(seconds, node.waiting.records === 0 ? '–' : wait(node.waiting));
    say(records, node.waiting.records === 0 ? '' : count(node.waiting.records));
    const full = node.load ? Math.min(1, node.load.bulks / Math.max(1, node.load.limit)) : 0;
    measure(bar, '--share', `${Math.round(full * 100)}%`);
    say(bulks, node.load ? `${node.load.bulks}/${node.load.limit} · ${Math.round(node.load.mean_ms)} ms` : 'not told');
    say(refused, node.load?.refusals ? count(node.load.refusals) : '–');
    say(limited, node.load?.limited_by ?? '');
  };
}

function shardFigures(line, holder) {
  const name = element('span', 'name');
  name.setAttribute('role', 'rowheader');
  line.append(name, holder);
  return (row) => say(name, nameOf(row.name));
}

function laneWords({ lane, level }, node) {
  const { records } = lane.waiting;
  return [
    `Lane ${lane.lane} on ${nameOf(node.name)}`,
    `${percent(shareWritten(lane) * 100)} written`,
    records === 0 ? 'nothing waits' : `${count(records)} wait, ${wait(lane.waiting)}`,
    LEVELS[level],
  ].join(', ');
}

function shardWords(shard) {
  const share = shareRead(shard);
  const read = share === undefined ? `read to ${exact(shard.done)}` : `${percent(share * 100)} read`;
  const words = [read, counted(shard.docs, 'document'), rate(shard.docs_per_second[0])].join(', ');
  return `Shard ${shard.shard} on ${nameOf(shard.node)}: ${words}`;
}

function allShardsWords(run) {
  const read = run.shards.filter((shard) => shareRead(shard) === 1).length;
  return `${read} of ${counted(run.shards.length, 'shard')} read to where they stood at the start`;
}

function figuresOf(node) {
  const load = node.load;
  return [
    ['Written, 10 s, 1 min, 10 min', threeRates(node.records_per_second)],
    ['Waiting', `${counted(node.waiting.records, 'record')}, ${size(node.waiting.bytes)}`],
    ['Written in', wait(node.waiting)],
    ['Bulks under way', load ? `${load.bulks} of ${load.limit}` : 'no writer has told lately'],
    ['A bulk takes', load ? duration(load.mean_ms / 1000) : ''],
    ['Documents refused', load ? exact(load.refusals) : ''],
    ['Lanes', `${exact(node.lanes.length)}: ${ranges(node.lanes)}`],
  ];
}

function laneFigures(lane) {
  const ledger = lane.accounted;
  return [
    ['Written', `${exact(lane.written)} of ${exact(lane.end)} records`],
    ['Written, 10 s, 1 min, 10 min', threeRates(lane.records_per_second)],
    ['Waiting', `${counted(lane.waiting.records, 'record')}, ${size(lane.waiting.bytes)}`],
    ['Written in', wait(lane.waiting)],
    ['Rejected', ledger ? exact(ledger.rejected) : ''],
    ['Already newer', ledger ? exact(ledger.superseded) : ''],
    ['Unaccounted', ledger ? exact(ledger.unaccounted) : ''],
  ];
}
