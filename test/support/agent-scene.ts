/** A host with one terminal, in which a program prints that has a real process; and what the list of terminals says of it. */

import type { ProgramState } from '../../src/protocol/terminal/program-status.ts';
import { MemoryHost, marks, type RawClient, settled } from './memory-host.ts';

export const T = 'ahp-terminal:/1';
const ROOT = 'ahp-root://';

export type Shown = {
  readonly state?: ProgramState;
  readonly kind?: string;
  readonly msg?: string;
  readonly by?: string;
  readonly app?: string;
};

export class AgentScene {
  readonly host: MemoryHost;
  readonly client: RawClient;

  private constructor(host: MemoryHost, client: RawClient) {
    this.host = host;
    this.client = client;
  }

  /** `group`: the process group of the program, which reads single keys. */
  static async start(commandLine: string, group: number | undefined, home = '/'): Promise<AgentScene> {
    const host = await MemoryHost.start({ env: { HOME: home, SHELL: '/bin/bash', PATH: '/usr/bin:/bin' } });
    const client = await host.connect('m', { writer: 'user:mara', screens: true, subscribe: [ROOT] });
    await client.createTerminal(T, { cols: 120, rows: 40 });
    await client.subscribe(T);
    host.pty.print(`${marks.prompt}$ ${commandLine}\r\n${marks.start(commandLine)}`);
    host.pty.modes = { echo: false, lineEditing: false, foreground: group };
    return new AgentScene(host, client);
  }

  async type(data: string): Promise<void> {
    await this.client.dispatch(T, { type: 'terminal/input', data });
  }

  async resize(cols: number, rows: number): Promise<void> {
    await this.client.dispatch(T, { type: 'terminal/resized', cols, rows });
  }

  /** Prints in slices, within some seconds. */
  async play(bytes: string, slice: number): Promise<void> {
    const pause = Math.min(100, 3000 / Math.ceil(bytes.length / slice));
    for (let at = 0; at < bytes.length; at += slice) {
      this.host.pty.print(bytes.slice(at, at + slice));
      this.host.clock.pass(pause);
    }
    await settled();
  }

  /** The command ends, and the shell shows its prompt. */
  end(): void {
    this.host.pty.print(`${marks.end(0)}${marks.prompt}$ `);
  }

  /** What is known of the terminal so many milliseconds later. */
  async meta(ms: number): Promise<{ readonly program?: Shown; readonly foreground?: string }> {
    this.host.clock.pass(ms);
    await settled();
    const { state } = await this.client.subscribe(ROOT);
    const [line] = state['terminals'] as { _meta: { 'x-cotty': { readonly program?: Shown } } }[];
    return line?._meta['x-cotty'] ?? {};
  }

  async shown(ms: number): Promise<Shown> {
    return (await this.meta(ms)).program ?? {};
  }

  /** All states that were ever told. */
  get told(): readonly ProgramState[] {
    return this.client
      .actions(ROOT)
      .flatMap((action) => [...JSON.stringify(action).matchAll(/"program":\{[^{}]*?"state":"(\w+)"/g)])
      .map(([, state]) => state as ProgramState);
  }
}
