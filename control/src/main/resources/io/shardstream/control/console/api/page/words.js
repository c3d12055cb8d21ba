// Numbers, sizes and times as people read them. Pure: nothing here knows of a page.

const NARROW = '\u202f';
const STEPS = [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k']];
const SIZES = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
const WHOLE = new Intl.NumberFormat('en');
const TEN_YEARS = 10 * 365 * 86_400;

/** A number with every digit: 1,234,567. */
export const exact = (number) => WHOLE.format(number);

/** A number in at most three digits and a letter: 1.23 M. What is below ten thousand has every digit. */
export function count(number) {
  if (number < 10_000) {
    return exact(Math.round(number));
  }
  const [step, letter] = STEPS.find(([size]) => number >= size * 0.9995);
  return threeDigits(number / step) + NARROW + letter;
}

/** How much of something there is a second: 12.3 k/s. */
export const rate = (perSecond) =>
  (perSecond > 0 && perSecond < 10 ? perSecond.toFixed(1) : count(perSecond)) + '/s';

/** Bytes, in decimal units as everywhere else. */
export function size(bytes) {
  let unit = 0;
  let number = bytes;
  while (number >= 999.5 && unit < SIZES.length - 1) {
    number /= 1000;
    unit++;
  }
  return (unit === 0 ? String(Math.round(number)) : threeDigits(number)) + NARROW + SIZES[unit];
}

/** A time in its two largest units: 2 h 5 min. */
export function duration(seconds) {
  if (seconds < 9.95) {
    return (seconds === 0 ? '0' : seconds.toFixed(1)) + ' s';
  }
  const whole = Math.round(seconds);
  if (whole < 60) {
    return whole + ' s';
  }
  if (whole < 3600) {
    return two(Math.floor(whole / 60), 'min', whole < 600 ? whole % 60 : 0, 's');
  }
  const minutes = Math.round(whole / 60);
  if (minutes < 48 * 60) {
    return two(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  }
  return Math.round(minutes / 1440) + ' days';
}

/** How long something waits: not a time if nothing moves. */
export const wait = (waiting) =>
  waiting.records === 0 ? 'nothing waits' : waiting.seconds === undefined ? 'not moving' : duration(waiting.seconds);

/** A time between two bounds, such as "12 min to 20 min left". */
export function left(timeLeft) {
  if (!timeLeft) {
    return '';
  }
  const low = duration(timeLeft.low_seconds);
  if (timeLeft.high_seconds > TEN_YEARS) {
    return `at least ${low} left`;
  }
  const high = duration(timeLeft.high_seconds);
  return low === high ? `about ${low} left` : `${low} to ${high} left`;
}

/** Per cent with one digit, never rounded up: 100 is said only of 100. */
export const percent = (number) => (number >= 100 ? '100' : (Math.floor(number * 10) / 10).toFixed(1)) + NARROW + '%';

/** Numbers with what follows one another drawn together: 0–2, 5. */
export function ranges(numbers, most = 6) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const parts = [];
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to + 1 < sorted.length && sorted[to + 1] === sorted[to] + 1) {
      to++;
    }
    parts.push(to === from ? `${sorted[from]}` : `${sorted[from]}–${sorted[to]}`);
    from = to + 1;
  }
  return parts.length > most ? `${parts.slice(0, most).join(', ')} and more` : parts.join(', ');
}

/** One lane, 2 lanes. */
export const counted = (number, word) => `${count(number)} ${word}${number === 1 ? '' : 's'}`;

/** The time of day of an instant, and its date unless it is that of the other instant. */
export function clock(instant, now = instant) {
  const then = new Date(instant);
  const time = then.toLocaleTimeString('en-GB');
  return then.toDateString() === new Date(now).toDateString()
    ? time
    : `${then.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} ${time}`;
}

/** Begins with a capital letter and ends with a full stop. */
export function sentence(words) {
  const text = words.trim();
  return text === '' ? '' : text[0].toUpperCase() + text.slice(1) + (/[.!?…]$/.test(text) ? '' : '.');
}

function two(large, largeUnit, small, smallUnit) {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

function threeDigits(number) {
  return number >= 99.95 ? String(Math.round(number)) : number >= 9.995 ? number.toFixed(1) : number.toFixed(2);
}
