// Lines over time on a canvas.

import { colour } from './dom.js';
import { niceAbove } from './history.js';
import { clock } from './words.js';

const LEFT = 52;
const BOTTOM = 18;
const TOP = 8;
const LONGEST_GAP = 5000;

/** Draws on a canvas as large as the style sheet makes it. */
export class Chart {
  #context;
  #width = 0;
  #height = 0;
  #last = null;
  #colours = {};

  /** @param isPlain whether it is without axes, for a small picture beside figures */
  constructor(canvas, isPlain = false) {
    this.canvas = canvas;
    this.isPlain = isPlain;
    this.#context = canvas.getContext('2d');
    new ResizeObserver(([entry]) => {
      this.#width = entry.contentRect.width;
      this.#height = entry.contentRect.height;
      const scale = globalThis.devicePixelRatio || 1;
      canvas.width = Math.round(this.#width * scale);
      canvas.height = Math.round(this.#height * scale);
      this.#context.setTransform(scale, 0, 0, scale, 0, 0);
      this.#draw();
    }).observe(canvas);
  }

  /**
   * Draws.
   *
   * @param span from when to when, in milliseconds
   * @param lines each with `points`, a `colour` of the style sheet, and whether it is `thin` or `filled`
   * @param words a number of the axis as people read it
   */
  update(span, lines, words) {
    this.#last = { span, lines, words };
    this.#draw();
  }

  recolour() {
    this.#colours = {};
    this.#draw();
  }

  #draw() {
    if (!this.#last || this.#width === 0) {
      return;
    }
    const { span, lines, words } = this.#last;
    const context = this.#context;
    context.clearRect(0, 0, this.#width, this.#height);
    const highest = lines.reduce(
      (most, line) => line.points.reduce((high, [, number]) => (number > high ? number : high), most),
      0,
    );
    const top = this.isPlain ? Math.max(1, highest) * 1.1 : niceAbove(highest);
    const plot = this.isPlain
      ? { left: 0, right: this.#width, top: 2, bottom: this.#height - 1 }
      : { left: LEFT, right: this.#width - 6, top: TOP, bottom: this.#height - BOTTOM };
    const x = (time) => plot.left + ((time - span[0]) / (span[1] - span[0])) * (plot.right - plot.left);
    const y = (number) => plot.bottom - (number / top) * (plot.bottom - plot.top);
    if (!this.isPlain) {
      this.#axes(span, top, words, plot, x, y);
    }
    lines.forEach((line) => this.#line(line, x, y, plot.bottom));
  }

  #axes(span, top, words, plot, x, y) {
    const context = this.#context;
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    context.lineWidth = 1;
    context.strokeStyle = this.#colour('--line');
    context.fillStyle = this.#colour('--soft');
    context.textAlign = 'right';
    for (const number of [0, top / 2, top]) {
      const height = Math.round(y(number)) + 0.5;
      context.beginPath();
      context.moveTo(plot.left, height);
      context.lineTo(plot.right, height);
      context.stroke();
      context.fillText(words(number), plot.left - 6, height);
    }
    context.textAlign = 'center';
    context.textBaseline = 'alphabetic';
    const step = span[1] - span[0] > 300_000 ? 120_000 : span[1] - span[0] > 120_000 ? 60_000 : 15_000;
    for (let time = Math.ceil(span[0] / step) * step; time <= span[1]; time += step) {
      if (x(time) > plot.left + 20 && x(time) < plot.right - 20) {
        context.fillText(step < 60_000 ? clock(time) : clock(time).slice(0, 5), x(time), this.#height - 4);
      }
    }
  }

  #line({ points, colour: name, thin, filled }, x, y, floor) {
    const context = this.#context;
    context.strokeStyle = this.#colour(name);
    context.lineWidth = thin ? 1.25 : 2;
    context.lineJoin = 'round';
    context.setLineDash(thin ? [5, 3] : []);
    for (const piece of pieces(points)) {
      context.beginPath();
      piece.forEach(([time, number]) => context.lineTo(x(time), y(number)));
      context.stroke();
      if (filled) {
        context.lineTo(x(piece.at(-1)[0]), floor);
        context.lineTo(x(piece[0][0]), floor);
        context.globalAlpha = 0.14;
        context.fillStyle = this.#colour(name);
        context.fill();
        context.globalAlpha = 1;
      }
    }
    context.setLineDash([]);
  }

  #colour(name) {
    return (this.#colours[name] ??= colour(name));
  }
}

/** Runs of points that follow one another: where nothing was seen, nothing is drawn. */
function pieces(points) {
  const all = [];
  let before = -Infinity;
  for (const point of points) {
    if (Number.isNaN(point[1])) {
      before = -Infinity;
      continue;
    }
    if (point[0] - before > LONGEST_GAP) {
      all.push([]);
    }
    all.at(-1).push(point);
    before = point[0];
  }
  return all;
}
