// All lanes as a table, for those whom squares do not serve. It is made when it is opened and stays as it is, since a
// table that changes under a reader cannot be read.

import { byId, element } from './dom.js';
import { shareWritten } from './judge.js';
import { clock, exact, percent, rate, wait } from './words.js';

const HEADS = ['Lane', 'Node', 'Written', 'Share', 'Waiting', 'Written in', 'Rate', 'Node is limited by'];

/** @param latest gives the run as it is now */
export function offerTable(latest) {
  const details = byId('table');
  details.addEventListener('toggle', () => {
    if (details.open && latest()) {
      fill(latest);
    } else {
      byId('table-place').replaceChildren();
    }
  });
}

function fill(latest) {
  const run = latest();
  const renew = element('button', '', 'Renew');
  renew.type = 'button';
  renew.addEventListener('click', () => fill(latest));
  const limited = new Map(run.nodes.map((node) => [node.name, node.load?.limited_by ?? '']));
  const body = element('tbody', '');
  for (const lane of run.lanes) {
    body.append(row([
      String(lane.lane),
      lane.node || 'not known',
      exact(lane.written),
      percent(shareWritten(lane) * 100),
      exact(lane.waiting.records),
      wait(lane.waiting),
      rate(lane.records_per_second[0]),
      limited.get(lane.node) ?? '',
    ]));
  }
  const heads = HEADS.map((head) => {
    const cell = element('th', '', head);
    cell.scope = 'col';
    return cell;
  });
  const caption = element('caption', '', `${exact(run.lanes.length)} lanes as of ${clock(run.at, Date.now())}`);
  const table = element('table', '', caption, element('thead', '', element('tr', '', ...heads)), body);
  const scroll = element('div', 'scroll', table);
  scroll.tabIndex = 0;
  byId('table-place').replaceChildren(renew, scroll);
}

function row([lane, ...others]) {
  const head = element('th', '', lane);
  head.scope = 'row';
  return element('tr', '', head, ...others.map((text) => element('td', '', text)));
}
