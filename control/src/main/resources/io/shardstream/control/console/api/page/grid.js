// Rows of cells that one can walk through with a mouse or the arrow keys: nodes with their lanes or shards.

import { cellSize, Cells } from './cells.js';
import { arrange, element, measure } from './dom.js';

/** From so many rows on those after the first few are drawn small, several beside one another. */
const MANY_ROWS = 16;
const FIRST_ROWS = 10;

/**
 * A grid.
 *
 * @param large element that holds the rows, and the small ones where there is no other
 * @param small element that holds the rows for which there is no room, or null
 * @param figures makes the elements of a row beside its cells, and returns a function that fills them
 * @param chosen is told the key of a row, and the index of a cell or -1, when one is looked at; nulls for none
 */
export class Grid {
  #rows = new Map();
  #order = [];
  #all = 0;
  #cursor = { key: null, index: 0 };
  #cursorElement = null;
  #widths = new ResizeObserver((entries) => {
    for (const entry of entries) {
      const row = this.#rows.get(entry.target.dataset.key);
      if (row) {
        row.width = Math.floor(entry.contentRect.width);
        this.#draw(row);
      }
    }
    this.#putCursor();
  });

  constructor(large, small, figures, chosen) {
    this.large = large;
    this.small = small;
    this.figures = figures;
    this.chosen = chosen;
    for (const place of [large, small]) {
      place?.addEventListener('pointermove', (event) => this.#pointed(event));
      place?.addEventListener('pointerleave', () => this.chosen(null, -1, 'pointer'));
      place?.addEventListener('click', (event) => this.#clicked(event));
      place?.addEventListener('keydown', (event) => this.#pressed(event));
      place?.addEventListener('focusin', () => this.#focused());
      place?.addEventListener('focusout', () => this.chosen(null, -1, 'keyboard'));
    }
  }

  /**
   * Shows rows in this order.
   *
   * @param rows each with a `key`, `cells` and whatever the figures need
   */
  update(rows) {
    this.#all = rows.reduce((sum, row) => sum + row.cells.length, 0);
    const keys = new Set(rows.map((row) => row.key));
    for (const [key, row] of this.#rows) {
      if (!keys.has(key)) {
        this.#widths.unobserve(row.holder);
        this.#rows.delete(key);
      }
    }
    this.#order = rows.map((told) => {
      const row = this.#rows.get(told.key) ?? this.#make(told.key);
      row.told = told;
      row.fill(told);
      return row;
    });
    this.#arrange();
    this.#order.forEach((row) => this.#draw(row));
    this.#putCursor();
  }

  /** Draws everything anew, in other colours. */
  recolour() {
    for (const row of this.#rows.values()) {
      row.cells.forget();
      this.#draw(row);
    }
  }

  /** Whether somebody is in it, so that rows had better stay where they are. */
  isLookedAt() {
    return [this.large, this.small].some((place) => place?.matches(':hover, :focus-within'));
  }

  #make(key) {
    const cells = new Cells();
    cells.canvas.setAttribute('aria-hidden', 'true');
    const holder = element('div', 'holder', cells.canvas);
    holder.dataset.key = key;
    const line = element('div', 'row');
    line.setAttribute('role', 'row');
    const fill = this.figures(line, holder);
    const row = { key, line, holder, cells, fill, width: 0, told: null };
    this.#rows.set(key, row);
    this.#widths.observe(holder);
    return row;
  }

  #draw(row) {
    if (row.width > 0 && row.told) {
      const { cells } = row.told;
      row.cells.draw(cells, cellSize(this.#all, cells.length, row.line.parentNode === this.large), row.width);
    }
  }

  #arrange() {
    const lines = this.#order.map((row) => row.line);
    const first = this.small && lines.length >= MANY_ROWS ? FIRST_ROWS : lines.length;
    const focused = this.#cursorElement === document.activeElement;
    arrange(this.large, lines.slice(0, first));
    if (this.small) {
      arrange(this.small, lines.slice(first));
    }
    if (focused && this.#cursorElement !== document.activeElement) {
      this.#cursorElement.focus({ preventScroll: true });
    }
  }

  /** One cell can be reached with the tab key: where the cursor is. */
  #putCursor() {
    const row = this.#rows.get(this.#cursor.key) ?? this.#order[0];
    if (!row || row.told.cells.length === 0 || row.width === 0) {
      return;
    }
    this.#cursor = { key: row.key, index: Math.min(this.#cursor.index, row.told.cells.length - 1) };
    if (!this.#cursorElement) {
      this.#cursorElement = newCursor();
    }
    if (this.#cursorElement.parentNode !== row.holder) {
      row.holder.append(this.#cursorElement);
    }
    this.#labelCursor(row);
  }

  #labelCursor(row) {
    const { x, y, size } = row.cells.place(this.#cursor.index);
    measure(this.#cursorElement, '--x', `${x}px`);
    measure(this.#cursorElement, '--y', `${y}px`);
    measure(this.#cursorElement, '--size', `${size}px`);
    // While it has the focus its name stays, as a screen reader would say it again every second.
    if (this.#cursorElement !== document.activeElement) {
      this.#cursorElement.setAttribute('aria-label', row.told.label(this.#cursor.index));
    }
  }

  #moveCursor(key, index) {
    const row = this.#rows.get(key);
    this.#cursor = { key, index };
    // A new element takes the focus, so that a screen reader says where one is now.
    const old = this.#cursorElement;
    this.#cursorElement = newCursor();
    this.#labelCursor(row);
    row.holder.append(this.#cursorElement);
    this.#cursorElement.focus({ preventScroll: true });
    this.#cursorElement.scrollIntoView({ block: 'nearest' });
    old?.remove();
    this.chosen(key, index, 'keyboard');
  }

  #pressed(event) {
    if (event.target !== this.#cursorElement || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const { key, index } = this.#cursor;
    const at = this.#order.findIndex((row) => row.key === key);
    const last = (row) => row.told.cells.length - 1;
    const go = (rowAt, cell) => {
      const row = this.#order[rowAt];
      if (row && row.told.cells.length > 0) {
        event.preventDefault();
        this.#moveCursor(row.key, Math.max(0, Math.min(cell, last(row))));
      }
    };
    switch (event.key) {
      case 'ArrowLeft':
        return index > 0 ? go(at, index - 1) : go(at - 1, Infinity);
      case 'ArrowRight':
        return index < last(this.#order[at]) ? go(at, index + 1) : go(at + 1, 0);
      case 'ArrowUp':
        return go(at - 1, index);
      case 'ArrowDown':
        return go(at + 1, index);
      case 'Home':
        return event.shiftKey ? go(0, 0) : go(at, 0);
      case 'End':
        return event.shiftKey ? go(this.#order.length - 1, Infinity) : go(at, Infinity);
      case 'PageUp':
        return go(Math.max(0, at - 10), index);
      case 'PageDown':
        return go(Math.min(this.#order.length - 1, at + 10), index);
      case 'Enter':
      case ' ':
        event.preventDefault();
        return this.chosen(key, index, 'pin');
      case 'Escape':
        return this.chosen(null, -1, 'pin');
      default:
    }
  }

  #focused() {
    if (this.#cursorElement === document.activeElement) {
      this.chosen(this.#cursor.key, this.#cursor.index, 'keyboard');
    }
  }

  #pointed(event) {
    const { key, index } = this.#under(event);
    this.chosen(key, index, 'pointer');
  }

  #clicked(event) {
    const { key, index } = this.#under(event);
    this.chosen(key, index, 'pin');
  }

  #under(event) {
    const line = event.target.closest('.row');
    const row = line && this.#order.find((one) => one.line === line);
    if (!row) {
      return { key: null, index: -1 };
    }
    const box = row.cells.canvas.getBoundingClientRect();
    const inside = event.clientX >= box.left && event.clientX < box.right;
    return { key: row.key, index: inside ? row.cells.at(event.clientX - box.left, event.clientY - box.top) : -1 };
  }
}

function newCursor() {
  const made = element('span', 'cursor');
  made.setAttribute('role', 'gridcell');
  made.tabIndex = 0;
  return made;
}
