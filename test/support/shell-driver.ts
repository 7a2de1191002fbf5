/** Drives a real shell in a real pty through splitter and tracker, and waits on what it says, never on time. */

import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type IPty, spawn } from 'node-pty';
import type { TerminalAction } from '../../src/protocol/terminal/actions.ts';
import { launchPlan } from '../../src/shell/launch.ts';
import type { Mark } from '../../src/shell/mark.ts';
import { scriptsPath } from '../../src/shell/scripts-path.ts';
import { type SplitState, split, splitStart } from '../../src/shell/split.ts';
import { track } from '../../src/shell/track.ts';
import { type TrackState, trackStart } from '../../src/shell/track-state.ts';
import { calmFish } from './fish-home.ts';
import { PtyWriter } from './pty-writer.ts';
import { removeFolder } from './remove-folder.ts';

/** What the tests ask of one command. */
export type Ran = {
  readonly line: string;
  readonly exitCode: number | undefined;
  readonly output: string;
};

export type DriverOptions = {
  readonly shell: string;
  /** Folder of `fixtures/shell-rc` that becomes the home; absent = an empty home. */
  readonly rc?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly login?: boolean;
  /** Start it without integration: there are no marks to wait on. */
  readonly plain?: boolean;
  /** Whether commands can be delivered to it; see `deliver`. */
  readonly fetches?: boolean;
  /** Writes further files into the home before the shell starts. */
  readonly prepare?: (home: string) => void;
};

/** The longest any single step may take; only a failing test ever waits that long. */
const PATIENCE_MS = 40_000;
export const NONCE = '0123456789abcdef0123456789abcdef';

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));

export class ShellDriver {
  /** What the pty said, every byte. */
  raw = '';
  /** What a terminal would get. */
  text = '';
  readonly marks: Mark[] = [];
  readonly actions: TerminalAction[] = [];
  readonly home: string;
  readonly #delivery: string;
  exited = false;
  #pty: IPty;
  #writer: PtyWriter;
  #split: SplitState = splitStart;
  #track: TrackState = trackStart;
  #commands = 0;
  #clock = 0;
  #waiting: (() => void)[] = [];

  constructor({
    shell,
    rc,
    env = {},
    login = false,
    plain = false,
    fetches = false,
    prepare,
  }: DriverOptions) {
    this.home = realpathSync(mkdtempSync(join(tmpdir(), 'cotty-shell-')));
    this.#delivery = join(this.home, '.deliveries', 't1');
    if (fetches) mkdirSync(join(this.#delivery, '..'), { mode: 0o700 });
    if (rc) cpSync(join(fixtures, 'shell-rc', rc), this.home, { recursive: true });
    calmFish(this.home);
    prepare?.(this.home);
    const plan = launchPlan({
      shell,
      env: {
        HOME: this.home,
        PATH: process.env['PATH'],
        LANG: 'C.UTF-8',
        FIXTURES: fixtures,
        TMUX: 'inherited',
        ...env,
      },
      cwd: this.home,
      scriptsFolder: scriptsPath(),
      nonce: plain ? '' : NONCE,
      ...(fetches ? { delivery: this.#delivery } : {}),
      terminalId: 't1',
      version: '0.0.0',
      login,
    });
    this.#pty = spawn(plan.file, [...plan.args], { cols: 80, rows: 24, cwd: this.home, env: plan.env });
    this.#writer = new PtyWriter(this.#pty);
    this.#pty.onData((data) => this.#hear(data));
    this.#pty.onExit(() => {
      this.exited = true;
      this.#wake();
    });
  }

  get phase(): TrackState['phase'] {
    return this.#track.phase;
  }

  type(keys: string): void {
    this.#writer.write(keys);
  }

  /** Ctrl+C at a prompt, again and again: a shell that is just painting lets it pass. */
  async interrupt(what: string, isTrue: () => boolean): Promise<void> {
    this.type('\x03');
    const again = setInterval(() => this.type('\x03'), 400);
    try {
      await this.until(what, isTrue);
    } finally {
      clearInterval(again);
    }
  }

  /** Types keys, which run one command, and waits for its end and the next prompt. */
  async run(keys: string): Promise<Ran> {
    const before = this.finished().length;
    this.type(`${keys}\r`);
    await this.until(`the end of ${keys.slice(0, 60)}`, () => this.finished().length > before);
    await this.prompt();
    const ran = this.finished().at(-1);
    if (!ran) throw new Error('unreachable: a command has finished');
    return ran;
  }

  /** Delivers a script as the host does, and waits for its end and the next prompt. */
  async deliver(text: string): Promise<Ran> {
    const before = this.finished().length;
    const said = this.marks.length;
    const has = (key: string) =>
      this.marks.slice(said).some((mark) => mark.kind === 'property' && mark.key === key);
    this.type('\x1b[713851@');
    await this.until('the answer of the line editor', () => has('Ready'));
    const file = `${this.#delivery}.script`;
    writeFileSync(file, text);
    this.type('\x1b[713852@');
    await this.until(`the end of ${text.slice(0, 60)}`, () => this.finished().length > before);
    rmSync(file);
    await this.prompt();
    const ran = this.finished().at(-1);
    if (!ran) throw new Error('unreachable: a command has finished');
    return ran;
  }

  /** Waits for a prompt that is ready for typing. */
  prompt(): Promise<void> {
    return this.until(
      'a prompt',
      () => this.phase === 'ready' || (this.phase === 'prompt' && this.raw.includes('Shell=fish')),
    );
  }

  /** Every command so far that has ended, in order of their start. */
  finished(): Ran[] {
    const ran: Ran[] = [];
    let output = '';
    let line: string | undefined;
    for (const action of this.actions) {
      if (action.type === 'terminal/commandExecuted') {
        line = action.commandLine;
        output = '';
      } else if (action.type === 'terminal/data') output += action.data;
      else if (action.type === 'terminal/commandFinished' && line !== undefined) {
        ran.push({ line, exitCode: action.exitCode, output });
        line = undefined;
      }
    }
    return ran;
  }

  until(what: string, isTrue: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () =>
          reject(
            new Error(`waited in vain for ${what}; the pty said ${JSON.stringify(this.raw.slice(-3000))}`),
          ),
        PATIENCE_MS,
      );
      const check = () => {
        if (!isTrue()) {
          this.#waiting.push(check);
          return;
        }
        clearTimeout(timer);
        resolve();
      };
      check();
    });
  }

  close(): void {
    if (!this.exited) this.#pty.kill('SIGKILL');
    removeFolder(this.home);
  }

  #hear(data: string): void {
    this.raw += data;
    const { state, segments } = split(this.#split, data, NONCE);
    this.#split = state;
    for (const segment of segments) {
      if (segment.kind === 'text') {
        this.text += segment.text;
        this.actions.push({ type: 'terminal/data', data: segment.text });
      } else if (segment.kind === 'mark') {
        this.#mark(segment.mark, segment.raw);
      } else if (segment.kind === 'query' && (segment.raw === '\x1b[c' || segment.raw === '\x1b[0c')) {
        this.type('\x1b[?62c');
      }
    }
    this.#wake();
  }

  #mark(mark: Mark, raw = ''): void {
    const tracked = track(this.#track, mark, {
      now: this.#clock++,
      id: () => `cmd-${++this.#commands}`,
      cols: 80,
      writer: 'user:test',
      here: { user: 'test', host: 'here' },
    });
    if (tracked === undefined) {
      this.text += raw;
      this.actions.push({ type: 'terminal/data', data: raw });
      return;
    }
    this.marks.push(mark);
    this.#track = tracked.state;
    this.actions.push(...tracked.actions);
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const check of waiting) check();
  }
}
