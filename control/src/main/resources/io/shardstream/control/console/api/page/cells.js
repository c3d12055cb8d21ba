// The lanes of a node, or the shards of one, as small squares on a canvas: drawn only where something changed.

import { colour, element } from './dom.js';

const LEVEL_COLOURS = ['--calm', '--behind', '--far', '--worst'];
const GAP = 2;

/** The colours of all cells; taken from the style sheet again when light turns to dark. */
export const palette = {
  track: '',
  mark: '',
  levels: [],
  renew() {
    this.track = colour('--track');
    this.mark = colour('--ink');
    this.levels = LEVEL_COLOURS.map(colour);
  },
};

/** How large a cell is, when there are so many in all, and so many beside it, in a row that may be large or not. */
export const cellSize = (all, beside, isLarge) => (all <= 60 ? 28 : all <= 300 || (isLarge && beside <= 40) ? 16 : 11);

/** Squares in lines, as many in each as there is room for. */
export class Cells {
  canvas = element('canvas', 'cells');
  #context = this.canvas.getContext('2d');
  #drawn = [];
  #size = 0;
  #perLine = 0;
  #lines = 0;

  /**
   * Draws what changed.
   *
   * @param cells each with `share` written, 0 to 1 or undefined, and `level` of how far it is behind
   * @param size of a cell
   * @param width that there is
   */
  draw(cells, size, width) {
    const perLine = Math.max(1, Math.min(cells.length, Math.floor((width + GAP) / (size + GAP))));
    const lines = Math.ceil(cells.length / perLine);
    if (size !== this.#size || perLine !== this.#perLine || lines !== this.#lines) {
      this.#shape(size, perLine, lines);
    }
    cells.forEach((cell, index) => {
      const full = cell.share === undefined ? -1 : Math.floor(cell.share * size);
      const key = full * LEVEL_COLOURS.length + cell.level;
      if (this.#drawn[index] !== key) {
        this.#drawn[index] = key;
        this.#cell(index, full, cell.level);
      }
    });
    for (let index = cells.length; index < this.#drawn.length; index++) {
      const { x, y } = this.place(index);
      this.#context.clearRect(x, y, size, size);
    }
    this.#drawn.length = cells.length;
  }

  /** Draws everything anew next time. */
  forget() {
    this.#drawn = [];
    this.#size = 0;
  }

  /** Which cell is there, or -1. */
  at(x, y) {
    const step = this.#size + GAP;
    const column = Math.floor(x / step);
    const index = Math.floor(y / step) * this.#perLine + column;
    return column < this.#perLine && index >= 0 && index < this.#drawn.length ? index : -1;
  }

  /** Where a cell is, and how large. */
  place(index) {
    const step = this.#size + GAP;
    return {
      x: (index % this.#perLine) * step,
      y: Math.floor(index / this.#perLine) * step,
      size: this.#size,
    };
  }

  #shape(size, perLine, lines) {
    this.#size = size;
    this.#perLine = perLine;
    this.#lines = lines;
    this.#drawn = [];
    const width = perLine * (size + GAP) - GAP;
    const height = lines * (size + GAP) - GAP;
    const scale = globalThis.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.#context.setTransform(scale, 0, 0, scale, 0, 0);
  }

  #cell(index, full, level) {
    const { x, y, size } = this.place(index);
    const context = this.#context;
    context.clearRect(x, y, size, size);
    context.fillStyle = palette.track;
    context.fillRect(x, y, size, size);
    context.fillStyle = palette.levels[level];
    if (full >= 0) {
      context.fillRect(x, y + size - full, size, full);
    }
    // What is far behind has a dark corner too, so that it does not take an eye for colours to see it.
    if (level >= 2) {
      const corner = level === 3 ? size * 0.62 : size * 0.4;
      context.fillStyle = palette.mark;
      context.beginPath();
      context.moveTo(x + size - corner, y);
      context.lineTo(x + size, y);
      context.lineTo(x + size, y + corner);
      context.fill();
    }
  }
}
