import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutputSender, WAITING_LIMIT } from '../../../src/client/share/output-sender.ts';
import type { TerminalAction } from '../../../src/protocol/terminal/actions.ts';
import { HandClock } from '../../support/hand-clock.ts';

/** A host that a test lets answer, lose and come back. */
class FakeHost {
  readonly clock = new HandClock();
  readonly behind: boolean[] = [];
  /** All that arrived, in order. */
  readonly arrived: TerminalAction[] = [];
  connected = true;
  #seq = 0;
  #under: { readonly seq: number; readonly action: TerminalAction }[] = [];
  readonly sender = new OutputSender({
    dispatch: (action) => {
      if (!this.connected) return 0;
      this.#seq += 1;
      this.#under.push({ seq: this.#seq, action });
      return this.#seq;
    },
    onBehind: (behind) => this.behind.push(behind),
    after: (ms, run) => this.clock.after(ms, run),
  });

  get underWay(): number {
    return this.#under.length;
  }

  take(count = 1): void {
    for (const { seq, action } of this.#under.splice(0, count)) {
      this.arrived.push(action);
      this.sender.acknowledge(seq);
    }
  }

  takeAll(): void {
    while (this.#under.length > 0) this.take();
  }

  /** What is under way is lost, or has arrived without the answer. */
  lose(arrived: number): void {
    this.connected = false;
    const { seq } = this.#under[arrived - 1] ?? { seq: this.#toldOnReturn };
    this.arrived.push(...this.#under.slice(0, arrived).map(({ action }) => action));
    this.#under = [];
    this.#toldOnReturn = seq;
  }

  #toldOnReturn = 0;

  comeBack(): void {
    // As a replay tells: before anything can be sent.
    this.sender.acknowledge(this.#toldOnReturn);
    this.connected = true;
    this.sender.resend();
  }

  get text(): string {
    return this.arrived.map((action) => (action.type === 'terminal/output' ? action.data : '')).join('');
  }
}

type Step =
  | { readonly write: number }
  | { readonly size: number }
  | { readonly take: number }
  | { readonly lose: number }
  | { readonly back: true };

/** Different for different lengths. */
const letters = (length: number) => String.fromCharCode(97 + (length % 26)).repeat(length);

function play(host: FakeHost, one: Step): void {
  if ('write' in one) host.sender.write(letters(one.write));
  else if ('size' in one) host.sender.push({ type: 'terminal/resized', cols: one.size, rows: 1 });
  else if ('take' in one) host.take(one.take);
  else if ('lose' in one) host.lose(Math.min(one.lose, host.underWay));
  else if (!host.connected) host.comeBack();
}

describe('output on its way', () => {
  it('is sent at once, and joined while the host is slow', () => {
    const host = new FakeHost();
    host.sender.write('x'.repeat(256 * 1024));
    const before = host.underWay;
    for (const letter of 'abc') host.sender.write(letter);
    expect(host.underWay).toBe(before);
    host.take();
    host.takeAll();
    expect(host.arrived.at(-1)).toEqual({ type: 'terminal/output', data: 'abc' });
    expect(host.sender.idle).toBe(true);
  });

  it('is cut between characters', () => {
    const host = new FakeHost();
    host.sender.write(`a${'😀'.repeat(100_000)}`);
    host.takeAll();
    for (const action of host.arrived)
      expect(action.type === 'terminal/output' && /\p{Surrogate}/u.test(action.data)).toBe(false);
  });

  it('arrives once and in order, with sizes in their places, however often the connection is lost', () => {
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.record({ write: fc.integer({ min: 1, max: 100_000 }) }),
      fc.record({ size: fc.integer({ min: 1, max: 200 }) }),
      fc.record({ take: fc.nat(4) }),
      fc.record({ lose: fc.nat(4) }),
      fc.constant({ back: true } as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const host = new FakeHost();
        for (const one of steps) play(host, one);
        if (!host.connected) host.comeBack();
        host.takeAll();
        const writes = steps.flatMap((one) => ('write' in one ? [letters(one.write)] : []));
        expect(host.text).toBe(writes.join(''));
        const sizes = steps.flatMap((one) => ('size' in one ? [one.size] : []));
        const seen = host.arrived.flatMap((one) => (one.type === 'terminal/resized' ? [one.cols] : []));
        expect(seen).toEqual(sizes);
        expect(host.sender.idle).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('pauses the pty while much waits, and lets it go on', () => {
    const host = new FakeHost();
    for (let count = 0; count < 24; count += 1) host.sender.write('x'.repeat(64 * 1024));
    expect(host.behind).toEqual([true]);
    host.takeAll();
    expect(host.behind).toEqual([true, false]);
  });

  it('does not stop the pty for a host that takes nothing any more', () => {
    const host = new FakeHost();
    for (let count = 0; count < 24; count += 1) host.sender.write('x'.repeat(64 * 1024));
    host.clock.pass(999);
    expect(host.behind).toEqual([true]);
    host.clock.pass(1);
    expect(host.behind).toEqual([true, false]);
    host.sender.write('x');
    expect(host.behind).toEqual([true, false]);
  });

  it('leaves out what exceeds the limit, and says so in its place', () => {
    const host = new FakeHost();
    host.connected = false;
    host.sender.write('a'.repeat(WAITING_LIMIT));
    host.sender.write('left out');
    host.comeBack();
    host.takeAll();
    host.sender.write('later');
    host.takeAll();
    expect(host.text).not.toContain('left out,');
    expect(host.text).not.toContain('aleft out');
    expect(host.text.slice(WAITING_LIMIT)).toMatch(/output was left out here.*\r\nlater$/s);
  });

  it('keeps nothing waiting after its close, and no pty paused', () => {
    const host = new FakeHost();
    for (let count = 0; count < 24; count += 1) host.sender.write('x'.repeat(64 * 1024));
    host.sender.close();
    expect(host.behind).toEqual([true, false]);
    expect(host.clock.waiting).toBe(0);
  });
});
