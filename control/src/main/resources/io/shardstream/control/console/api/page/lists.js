// Events, members, rejects and the ledger.

import { arrange, byId, element, icon, measure, say } from './dom.js';
import { eventKey } from './judge.js';
import { clock, count, exact, ranges, sentence } from './words.js';

const EVENT_ICONS = {
  phase: 'dot',
  control: 'control',
  members: 'people',
  block: 'stop',
  pause: 'pause',
  throttle: 'throttle',
  relocation: 'move',
  step: 'switch',
  verified: 'check',
  bottleneck: 'warn',
};
const MOST_TYPES = 12;

/** The elements of a list by key, made once and filled every time. */
class Keyed {
  #made = new Map();

  constructor(list, make) {
    this.list = list;
    this.make = make;
  }

  /** @param items each with a `key` */
  update(items) {
    const before = this.#made;
    this.#made = new Map();
    for (const item of items) {
      const one = before.get(item.key) ?? this.make(item);
      one.fill?.(item);
      this.#made.set(item.key, one);
    }
    arrange(this.list, [...this.#made.values()].map((one) => one.line));
  }
}

const empty = (words) => ({ key: '', words });
const emptyLine = ({ words }) => ({ line: element('li', 'soft', words) });

export class Lists {
  #events = new Keyed(byId('events'), (item) => (item.event ? eventLine(item) : emptyLine(item)));
  #members = new Keyed(byId('members'), (item) => (item.member ? memberLine(item) : emptyLine(item)));
  #rejects = new Keyed(byId('rejects'), (item) => (item.type ? rejectLine(item) : emptyLine(item)));

  update(run) {
    const events = run.events.map((event) => ({ key: eventKey(event), event, now: run.at })).reverse();
    this.#events.update(events.length ? events : [empty('Nothing has happened yet.')]);
    const members = (run.members ?? []).map((member) => ({ key: `${member.part} ${member.name}`, member }));
    const none = run.members ? 'No reader and no writer is at work.' : 'Who is at work is not known.';
    this.#members.update(members.length ? members : [empty(none)]);
    this.#showRejects(run);
    this.#showLedger(run);
  }

  #showRejects(run) {
    const all = Object.entries(run.rejects_by_type).sort(([, a], [, b]) => b - a);
    const shown = all.slice(0, MOST_TYPES);
    const rest = all.slice(MOST_TYPES).reduce((sum, [, number]) => sum + number, 0);
    if (rest > 0) {
      shown.push([`${all.length - MOST_TYPES} other types`, rest]);
    }
    const most = Math.max(1, ...shown.map(([, number]) => number));
    const items = shown.map(([type, number]) => ({ key: type, type, number, share: number / most }));
    const lost = run.lost_rejects > 0 ? `, records lost in Kafka: ${exact(run.lost_rejects)}` : '';
    say(byId('rejects-total'), (run.rejected > 0 ? `${exact(run.rejected)} open` : 'none open') + lost);
    const none =
      run.rejected > 0
        ? 'Their types are not known here, as the ledger is not kept.'
        : run.lost_rejects > 0
          ? "Which documents the target refused is not known any more: 'rejects list' says what to do."
          : 'The target refused no document.';
    this.#rejects.update(items.length ? items : [empty(none)]);
  }

  #showLedger({ accounted }) {
    const words = !accounted
      ? 'The ledger is not kept here.'
      : accounted.exact
        ? 'Every record is accounted for.'
        : [
            accounted.unaccounted > 0 ? `Of ${exact(accounted.unaccounted)} records no outcome is known.` : '',
            accounted.complete ? '' : 'Not complete yet: outcomes of records that are written are missing.',
          ]
            .filter(Boolean)
            .join(' ');
    say(byId('ledger-words'), words);
    const list = byId('ledger');
    const figures = ['applied', 'superseded', 'rejected', 'unaccounted'];
    if (accounted && list.childElementCount === 0) {
      list.append(...figures.map((name) => element('div', '', element('dt', '', name), element('dd', ''))));
    }
    figures.forEach((name, index) => accounted && say(list.children[index].lastChild, exact(accounted[name])));
    list.hidden = !accounted;
  }
}

function eventLine({ event, now }) {
  const time = element('time', 'soft', clock(event.at, now));
  time.dateTime = event.at;
  const kind = element('span', 'unseen', `${event.kind}: `);
  const words = element('span', '', kind, sentence(event.sentence));
  return { line: element('li', `event ${event.kind}`, time, icon(EVENT_ICONS[event.kind] ?? 'dot'), words) };
}

function memberLine({ member }) {
  const holds = element('span', 'soft');
  const limited = element('span', 'limited');
  const picture = icon(member.part === 'reader' ? 'out' : 'in');
  const line = element('li', 'member', picture, element('span', 'name', member.name), holds, limited);
  line.prepend(element('span', 'unseen', `${member.part} `));
  return {
    line,
    fill({ member: { part, holds: held, limited_by: by } }) {
      const what = part === 'reader' ? 'source shard' : 'lane';
      say(holds, held.length === 0 ? `no ${what}` : `${what}${held.length === 1 ? '' : 's'} ${ranges(held, 4)}`);
      say(limited, by ? `limited by ${by}` : '');
    },
  };
}

function rejectLine({ type }) {
  const bar = element('span', 'meter', element('span'));
  const number = element('span', 'number');
  return {
    line: element('li', '', element('span', 'type', type), number, bar),
    fill({ number: many, share }) {
      say(number, count(many));
      measure(bar, '--share', `${(share * 100).toFixed(1)}%`);
    },
  };
}
