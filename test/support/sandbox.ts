/** A private home, runtime folder and environment for one end-to-end test, and the built program started in it. */

import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Client } from '../../src/client/client.ts';
import { readBuffersFolder } from '../../src/host/keep/read-buffers-folder.ts';
import type { Meta } from '../../src/protocol/common/meta.ts';
import { slugOf } from '../../src/protocol/common/uri.ts';
import type { CommandRecord } from '../../src/protocol/cotty/command-record.ts';
import { calmFish } from './fish-home.ts';
import { connectTo, connectToNext } from './host-client.ts';
import { awaitNoneLeft } from './left-behind.ts';
import { programNode } from './node.ts';
import { type OuterOptions, OuterTerminal } from './outer-terminal.ts';
import { programPath, type Shell } from './programs.ts';
import { removeFolder } from './remove-folder.ts';

export const bin: string = fileURLToPath(new URL('../../bin/cotty.js', import.meta.url));

/** What has to be closed before the terminals that it uses. */
type Closing = { readonly close: () => Promise<void> };

type Outcome = { readonly code: number; readonly stdout: string; readonly stderr: string };
type WindowOptions = {
  readonly cols?: number;
  readonly rows?: number;
  readonly env?: Record<string, string>;
  readonly clusters?: boolean;
  readonly images?: 'kitty' | 'sixel';
  readonly silentCells?: boolean;
};

/** Short prompts that end in `$ `, and nothing of the machine's own configuration. */
const rcFiles: Readonly<Record<string, string>> = {
  '.bashrc': "PS1='$ '\n",
  '.zshrc': "PS1='$ '\nunsetopt PROMPT_SP\n",
  '.config/fish/config.fish': "function fish_prompt; echo -n '$ '; end\nfunction fish_greeting; end\n",
  '.vimrc': 'set nocompatible noswapfile viminfo=\n',
};

/** What stays in the home between the tests of a file: records, and compiled code, which makes starts quicker. */
const STAYS = new Set(['.local', '.cache']);

/** Who makes terminals for a test, and has gone when the test uses them. */
const MAKER = 'test-maker';

/** Generous: only what really stays is waited for so long. */
const END_MS = 30_000;
const RUN_MS = 90_000;

export class Sandbox {
  readonly root: string;
  readonly home: string;
  readonly env: Record<string, string>;
  private readonly windows: OuterTerminal[] = [];
  private readonly agents: Closing[] = [];
  private closed = false;
  private made = 0;
  private readonly node: string;

  /** `node` runs the program. */
  constructor(shell: Shell = 'bash', node: string = programNode) {
    this.node = node;
    // Short: the socket's whole path has to fit into 104 bytes on some systems.
    this.root = mkdtempSync(join(realpathSync(tmpdir()), 'cotty-'));
    this.home = join(this.root, 'home');
    this.env = {
      PATH: process.env['PATH'] ?? '',
      HOME: this.home,
      XDG_CONFIG_HOME: join(this.home, '.config'),
      XDG_STATE_HOME: join(this.home, '.local/state'),
      XDG_DATA_HOME: join(this.home, '.local/share'),
      XDG_CACHE_HOME: join(this.home, '.cache'),
      COTTY_RUNTIME_DIR: join(this.root, 'run'),
      COTTY_TEST_MARK: this.root,
      SHELL: programPath(shell),
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
      LANG: 'C.UTF-8',
      USER: 'mara',
      LOGNAME: 'mara',
    };
    this.writeStartFiles();
    // The user is not new: the lines for one would stand on every screen.
    mkdirSync(dirname(this.notes), { recursive: true, mode: 0o700 });
    const known = JSON.stringify({ 'user:mara': { place: JSON.stringify({ isKnown: true }) } });
    writeFileSync(this.notes, known, { mode: 0o600 });
  }

  /** What the host keeps for windows. */
  get notes(): string {
    return join(this.home, '.local/state/cotty/notes.json');
  }

  private writeStartFiles(): void {
    for (const [name, text] of Object.entries(rcFiles)) this.write(name, text);
    calmFish(this.home);
  }

  /** A file below the home folder; returns its path. */
  write(name: string, text: string): string {
    const path = join(this.home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  /** A window of cotty in a terminal of its own. */
  open(
    args: readonly string[] = [],
    { program = bin, ...options }: WindowOptions & { readonly program?: string } = {},
  ): OuterTerminal {
    return this.start(this.node, [program, ...args], options);
  }

  /** Any other program in a terminal of its own, for comparison. */
  start(file: string, args: readonly string[], { env = {}, ...size }: WindowOptions = {}): OuterTerminal {
    const options: OuterOptions = { file, args, cwd: this.home, env: { ...this.env, ...env }, ...size };
    const window = new OuterTerminal(options);
    this.windows.push(window);
    return window;
  }

  /** A one-shot subcommand without a terminal. */
  run(args: readonly string[], env: Record<string, string> = {}, program = bin): Promise<Outcome> {
    return new Promise((resolve) => {
      const child = execFile(
        this.node,
        [program, ...args],
        { cwd: this.home, env: { ...this.env, ...env }, timeout: RUN_MS },
        (error, stdout, stderr) => {
          const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
          resolve({ code, stdout, stderr });
        },
      );
      child.stdin?.end();
    });
  }

  /** `cotty run NAME -- COMMAND…` */
  runIn(name: string, ...command: readonly string[]): Promise<Outcome> {
    return this.run(['run', name, '--', ...command]);
  }

  /** What `cotty read NAME --json FLAGS…` prints. */
  async records(name: string, ...flags: readonly string[]): Promise<CommandRecord[]> {
    const { stdout } = await this.run(['read', name, '--json', ...flags]);
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  }

  /** An agent that is connected to the host: it is closed with the windows. */
  closesToo(agent: Closing): void {
    this.agents.push(agent);
  }

  /** Makes terminals with the login shell, each as `cotty new NAME --detached` does; the first of them starts the host. */
  async openTerminals(...names: readonly string[]): Promise<void> {
    const [first = '', ...others] = names;
    const rest = this.hasHost() ? names : others;
    if (!this.hasHost()) {
      const made = await this.run(['new', first, '--detached']);
      if (made.code !== 0 || made.stderr !== '') throw new Error(`cotty new ${first}: ${made.stderr}`);
    }
    if (rest.length === 0) return;
    const client = await connectTo(this, MAKER);
    for (const name of rest) await this.openTerminal(client, name);
    client.close();
  }

  /** Makes a terminal with that shell, whichever the login shell is. */
  async openShell(shell: Shell | 'dash', name: string): Promise<void> {
    if (!this.hasHost()) await this.openTerminals('login');
    const client = await connectTo(this, MAKER);
    await this.openTerminal(client, name, { 'x-cotty': { shell: programPath(shell) } });
    client.close();
  }

  private async openTerminal(client: Client, name: string, _meta?: Meta): Promise<void> {
    this.made += 1;
    const channel = `ahp-terminal:/${slugOf(name)}-${this.made}`;
    const cwd = pathToFileURL(this.home).href;
    const claim = { kind: 'client', clientId: client.clientId } as const;
    await client.createTerminal({ channel, name, cwd, claim, ...(_meta === undefined ? {} : { _meta }) });
  }

  private hasHost(): boolean {
    return existsSync(join(this.root, 'run', 'host.sock'));
  }

  /**
   * Between two tests that share a host: closes the agents and the windows, ends the terminals with their records, and gives the home back
   * its first files. The host goes on, so that the next test need not wait for another; where the test has stopped it, its
   * records go, too. Throws if a client stays connected.
   */
  async clear(): Promise<void> {
    await this.closeClients();
    if (this.hasHost()) await this.endTerminals();
    else removeFolder(join(this.home, '.local'));
    for (const name of readdirSync(this.home)) if (!STAYS.has(name)) removeFolder(join(this.home, name));
    this.writeStartFiles();
  }

  private async closeClients(): Promise<void> {
    await Promise.all(this.agents.splice(0).map((agent) => agent.close()));
    await Promise.all(this.windows.splice(0).map((window) => window.close()));
  }

  private async endTerminals(): Promise<void> {
    // The test may have killed the host, whose socket stays until the next one listens.
    const client = await connectToNext(this, MAKER);
    const open = client.root.state.terminals ?? [];
    await Promise.all(open.map(({ resource }) => client.disposeTerminal(resource, { purge: true })));
    // Who has just ended may still count; the next test takes its name.
    const deadline = Date.now() + END_MS;
    let { clients } = await client.cotty.status();
    while (clients > 1 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      ({ clients } = await client.cotty.status());
    }
    client.close();
    if (clients > 1) throw new Error(`this test left ${clients - 1} clients connected to the host`);
  }

  /** What the host said, for a failure that it may explain. */
  private hostLog(): string {
    const path = join(this.root, 'run', 'host.log');
    return existsSync(path) ? readFileSync(path, 'utf8') : '(no log of a host)';
  }

  /** Ends everything; throws if a process outlives the windows and the host. */
  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    await this.closeClients();
    const stop = await this.run(['host', 'stop', '--yes']);
    const left = await awaitNoneLeft(`COTTY_TEST_MARK=${this.root}`, END_MS);
    const log = left.length > 0 ? this.hostLog() : '';
    const readBuffers = readBuffersFolder(join(this.root, 'run'));
    if (readBuffers !== undefined) removeFolder(readBuffers);
    removeFolder(this.root);
    if (left.length > 0) {
      const processes = left.map(({ pid, command }) => `${pid} ${command}`).join(' | ');
      throw new Error(`left behind: ${processes}; host stop: ${JSON.stringify(stop)}\n${log}`);
    }
  }
}
