// Pause, resume and throttle, and the token that they need.

import { byId, say, set, show } from './dom.js';
import { isEnd } from './judge.js';

const KEY = 'shardstream.token';
const SAID_FOR = 12_000;

/** The token of this tab. */
export const tokens = {
  get: () => sessionStorage.getItem(KEY),
  set: (token) => sessionStorage.setItem(KEY, token),
  forget: () => sessionStorage.removeItem(KEY),
};

/** Opens a dialog; gives the value of the button that closed it, or `cancel`. */
function ask(id) {
  const dialog = byId(id);
  if (dialog.open) {
    return Promise.resolve('cancel');
  }
  dialog.returnValue = 'cancel';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue || 'cancel'), { once: true });
  });
}

/** Asks for the token. Gives whether there is one now. */
export async function askToken(why) {
  say(byId('token-why'), why);
  byId('token').value = '';
  const answer = await ask('token-dialog');
  const token = byId('token').value.trim();
  byId('token').value = '';
  if (answer !== 'ok' || token === '') {
    return false;
  }
  tokens.set(token);
  return true;
}

function authorization() {
  const token = tokens.get();
  return token ? { Authorization: `Bearer ${token}` } : {};
}

export class Controls {
  #run = null;
  #refused = '';
  #isBusy = false;
  // By the certificate that the browser shows.
  #isKnown = false;
  #fading;

  constructor() {
    byId('pause').addEventListener('click', () => void this.#pause());
    byId('resume').addEventListener('click', () => void this.#resume());
    byId('throttle').addEventListener('click', () => void this.#throttle());
    // Enter means the main button, though it stands last.
    for (const form of document.querySelectorAll('dialog form')) {
      form.addEventListener('keydown', (event) => {
        if (event.key === 'Enter' && event.target.tagName === 'INPUT') {
          event.preventDefault();
          form.requestSubmit(form.querySelector('button.main'));
        }
      });
    }
  }

  update(run) {
    this.#run = run;
    this.#show();
  }

  /** Asks whether anything can be changed at all, and whether that takes a token. */
  async probe() {
    try {
      const { change, token, why } = await (await fetch('v1/access')).json();
      this.#isKnown = change === true;
      this.#refused = change === false && token === false ? String(why) : '';
    } catch {
      // It is away; that is told elsewhere.
    }
    this.#show();
  }

  #show() {
    const ended = this.#run !== null && isEnd(this.#run.phase);
    const why = this.#refused || (ended ? 'The run has ended.' : '');
    // A process that waits is started again by hand.
    const canResume = this.#run?.stops !== undefined;
    show(byId('pause'), !this.#run?.pause);
    show(byId('resume'), canResume);
    for (const name of ['pause', 'resume', 'throttle']) {
      const button = byId(name);
      button.disabled = why !== '' || this.#run === null || this.#isBusy;
      set(button, 'title', why || undefined);
      set(button, 'aria-describedby', why ? 'acts-hint' : undefined);
    }
    say(byId('acts-hint'), this.#refused ? `Only to look at: ${this.#refused}` : '');
    show(byId('acts-hint'), this.#refused !== '');
  }

  async #pause() {
    byId('pause-reason').value = '';
    if ((await ask('pause-dialog')) === 'ok') {
      await this.#change('v1/pause', { reason: byId('pause-reason').value.trim() });
    }
  }

  async #resume() {
    const { pause, blocked, stops } = this.#run;
    const reasons = blocked.map((one) => `${one.part} is blocked: ${one.reason}`);
    if (pause) {
      reasons.push(pause.reason);
    }
    const ofTarget = blocked.find((one) => one.part === 'target');
    if (ofTarget) {
      reasons.push('To resume accepts the target as it is now, which cannot be taken back.');
    }
    say(byId('resume-words'), reasons.filter(Boolean).join(' ') || 'It was paused without a reason.');
    if ((await ask('resume-dialog')) === 'ok') {
      await this.#change('v1/resume', { seen: stops, ...(ofTarget && { accepted: ofTarget.reason }) });
    }
  }

  async #throttle() {
    const inputs = [...byId('throttle-fields').querySelectorAll('input')];
    const was = this.#run.limits;
    inputs.forEach((input) => {
      input.value = was[input.name] ?? '';
    });
    const answer = await ask('throttle-dialog');
    if (answer === 'reset') {
      await this.#change('v1/throttle', { reset: true });
    } else if (answer === 'ok') {
      const changed = inputs.filter((input) => input.value.trim() !== (was[input.name] ?? ''));
      if (changed.length > 0) {
        await this.#change('v1/throttle', Object.fromEntries(changed.map((i) => [i.name, i.value.trim() || 'none'])));
      }
    }
  }

  async #change(path, body) {
    this.#isBusy = true;
    this.#show();
    try {
      await this.#send(path, body);
    } catch (problem) {
      this.#say(`That was not heard: ${problem.message}.`, 'bad');
    } finally {
      this.#isBusy = false;
      this.#show();
    }
  }

  async #send(path, body) {
    let why = 'To change the run takes the token.';
    for (;;) {
      if (!this.#isKnown && !tokens.get() && !(await askToken(why))) {
        return;
      }
      const headers = { ...authorization(), 'Content-Type': 'application/json' };
      const answer = await fetch(path, { method: 'POST', headers, body: body && JSON.stringify(body) });
      if (answer.status === 401) {
        tokens.forget();
        this.#isKnown = false;
        why = 'That token was not the right one.';
        continue;
      }
      if (answer.headers.get('WWW-Authenticate')?.includes('insufficient_scope')) {
        this.#isKnown = false;
        if (!(await askToken(`To change the run takes another token: ${await sentenceOf(answer)}.`))) {
          return;
        }
        continue;
      }
      const sentence = await sentenceOf(answer);
      if (answer.status === 403) {
        this.#refused = sentence;
      }
      this.#say(sentence, answer.ok ? 'good' : 'bad');
      return;
    }
  }

  #say(sentence, tone) {
    const place = byId('said');
    place.className = `banner said ${tone}`;
    say(place, sentence);
    show(place, true);
    clearTimeout(this.#fading);
    this.#fading = setTimeout(() => show(place, false), SAID_FOR);
  }
}

async function sentenceOf(answer) {
  try {
    const { said, error } = await answer.json();
    return String(said ?? error);
  } catch {
    return `It answered with ${answer.status}.`;
  }
}
