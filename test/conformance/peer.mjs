/** One connection, frame by frame: nothing of what is sent or received is interpreted more than JSON-RPC needs. */

import { Failed, fail, show } from './expect.mjs';

export const ROOT = 'ahp-root://';

export class Peer {
  /** Every frame that came, in order. */
  frames = [];
  /** The params of every `action` notification, in order. */
  envelopes = [];
  closed;
  #socket;
  #timeoutMs;
  #nextId = 1;
  #answers = new Map();
  #looks = new Set();

  constructor(socket, timeoutMs) {
    this.#socket = socket;
    this.#timeoutMs = timeoutMs;
    socket.onMessage((text) => this.#receive(text));
    socket.onClose((why) => {
      this.closed ??= why;
      this.#look();
    });
  }

  sendText(text) {
    this.#socket.send(text);
  }

  /** False: this transport knows no binary frames. */
  sendBinary(text) {
    this.#socket.sendBinary?.(text);
    return this.#socket.sendBinary !== undefined;
  }

  notify(method, params = {}) {
    this.sendText(JSON.stringify({ jsonrpc: '2.0', method, params: { channel: ROOT, ...params } }));
  }

  /** The whole answer frame. */
  ask(method, params = {}, id = this.#nextId++) {
    this.sendText(JSON.stringify({ jsonrpc: '2.0', id, method, params: { channel: ROOT, ...params } }));
    return this.answerTo(id, method);
  }

  answerTo(id, what) {
    return this.until(`an answer to ${what}`, () => this.#answers.get(keyOf(id)));
  }

  /** The result; an error fails the check. */
  async call(method, params) {
    const answer = await this.ask(method, params);
    if ('error' in answer) fail(`${method} was refused: ${show(answer.error)}`);
    if (!('result' in answer)) fail(`the answer to ${method} has no result key: ${show(answer)}`);
    return answer.result;
  }

  /** The error; a result fails the check. */
  async refused(method, params, what = method) {
    const answer = await this.ask(method, params);
    if (!('error' in answer)) fail(`${what} was not refused: ${show(answer)}`);
    const { code, message } = answer.error ?? {};
    if (!Number.isInteger(code) || typeof message !== 'string') fail(`no error object: ${show(answer)}`);
    return answer.error;
  }

  /** What the host had to say before now has arrived; it shows that it lives. */
  async settle() {
    await this.call('ping');
  }

  /** Looks after each frame until there is something, as long as the connection lives. */
  until(what, look, timeoutMs = this.#timeoutMs) {
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        this.#looks.delete(again);
      };
      const again = () => {
        const found = attempt(look);
        if ('error' in found) {
          done();
          reject(found.error);
        } else if (found.value !== undefined && found.value !== false) {
          done();
          resolve(found.value);
        } else if (this.closed !== undefined) {
          done();
          reject(new Failed(`the connection closed (${show(this.closed)}) instead of ${what}`));
        }
      };
      const timer = setTimeout(() => {
        done();
        reject(new Failed(`waited ${timeoutMs} ms for ${what}`));
      }, timeoutMs);
      this.#looks.add(again);
      again();
    });
  }

  /** Resolves when the host has closed the connection. */
  untilClosed(timeoutMs) {
    return this.until('the end of the connection', () => this.closed, timeoutMs);
  }

  close() {
    this.#socket.close();
  }

  /** Without a goodbye, as a lost network does. */
  drop() {
    this.closed ??= { code: 1006, reason: 'dropped by the check' };
    this.#socket.drop();
  }

  #receive(text) {
    const frame = attempt(() => JSON.parse(text)).value;
    if (frame === undefined) this.frames.push({ unparseable: text });
    else this.#take(frame);
    this.#look();
  }

  #take(frame) {
    this.frames.push(frame);
    if (frame.method === 'action') this.envelopes.push(frame.params);
    if (frame.method !== undefined && frame.id !== undefined) this.#decline(frame);
    if (frame.method === undefined && frame.id !== undefined) this.#answers.set(keyOf(frame.id), frame);
  }

  /** Requests of the host, as a client without files of its own answers them. */
  #decline({ id }) {
    this.sendText(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'not offered' } }));
  }

  #look() {
    for (const look of [...this.#looks]) look();
  }
}

function attempt(run) {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}

/** The id 1 is not the id "1". */
function keyOf(id) {
  return `${typeof id} ${id}`;
}
