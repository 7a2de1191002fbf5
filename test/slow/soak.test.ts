import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import type { CommandRecord } from '../../src/protocol/cotty/command-record.ts';
import type { SessionClaim } from '../../src/protocol/terminal/state.ts';
import { needs } from '../support/programs.ts';
import { RealHost } from '../support/real-host.ts';
import { removeFolder } from '../support/remove-folder.ts';

const COMMANDS = 1000;
const HANDLES = ['ada', 'bob', 'tom', 'pm'];
const SHELLS = ['bash', 'zsh', 'bash', 'dash'];

type Expected = {
  readonly cmd: string;
  readonly writer: string;
  readonly exit: number;
  readonly prints: string;
};

/** Of several lines, of many, quick and slow, with each exit code: none like another. */
function command(writer: string, n: number): Expected {
  const tag = `${writer.split(':')[1]}-${n}`;
  const exit = n % 11;
  switch (n % 5) {
    case 0:
      return {
        cmd: `echo ${tag}\nprintf '%s\\n' two\n(exit ${exit})`,
        writer,
        exit,
        prints: `${tag}\ntwo\n`,
      };
    case 1:
      return { cmd: `cat <<E\n${tag} it's\nE\n(exit ${exit})`, writer, exit, prints: `${tag} it's\n` };
    case 2: {
      const lines = Array.from({ length: 300 }, (_, line) => `${tag} ${line}\n`);
      const cmd = `i=0; while [ $i -lt 300 ]; do echo "${tag} $i"; i=$((i+1)); done; (exit ${exit})`;
      return { cmd, writer, exit, prints: lines.join('') };
    }
    case 3:
      return { cmd: `sleep 0.02; echo "${tag}"; (exit ${exit})`, writer, exit, prints: `${tag}\n` };
    default:
      return { cmd: `echo "${tag}"; (exit ${exit})`, writer, exit, prints: `${tag}\n` };
  }
}

function seen({ cmd, writer, exit, stdout }: CommandRecord): Expected {
  return { cmd, writer: writer ?? '', exit: exit ?? -1, prints: stdout.replaceAll('\r\n', '\n') };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Also where somebody takes the terminal over while a run waits for its turn. */
const REFUSED = /^busy: | holds this terminal( now)?$/;

/** Runs it in one terminal after the other until one takes it. */
async function runSomewhere(client: Client, uris: readonly string[], wanted: Expected, from: number) {
  for (let turn = from; ; turn += 1) {
    const uri = uris[turn % uris.length] ?? '';
    try {
      const { record } = await client.cotty.run(uri, { commandLine: wanted.cmd });
      return seen(record);
    } catch (error) {
      if (!(error instanceof Error && REFUSED.test(error.message))) throw error;
      await pause(2 + ((turn * 7) % 13));
    }
  }
}

/** Answers whose it was at that very moment; undefined: somebody else was first. */
async function takeOver(mara: Client, uri: string): Promise<SessionClaim | undefined> {
  const mirror = await mara.subscribe(uri);
  let before = mirror.state.claim;
  const stop = mirror.onChange(({ claim }) => {
    if (claim.kind === 'session') before = claim;
  });
  if (before.kind !== 'session') throw new Error(`held by ${before.clientId}`);
  const claim = { kind: 'client', clientId: mara.clientId } as const;
  const _meta = { 'x-cotty': { takeOverFrom: before.session } };
  const taken = await mara.dispatchAndConfirm(uri, { type: 'terminal/claimed', claim, _meta });
  stop();
  return taken.ok ? before : undefined;
}

async function handBack(mara: Client, uri: string, { session, chat = '' }: SessionClaim): Promise<void> {
  const claim = { kind: 'session', session, chat } as const;
  await mara.dispatchAndConfirm(uri, { type: 'terminal/claimed', claim });
}

/** As at a window: takes the terminal over, types, waits for the end, and gives it back. */
async function typeByHand(mara: Client, uri: string, wanted: Expected): Promise<Expected> {
  const before = await takeOver(mara, uri);
  if (before === undefined) {
    await pause(3);
    return typeByHand(mara, uri, wanted);
  }
  // What is typed into a running command would be echoed into its output: then it waits for the end.
  const own =
    before.toolCallId === undefined
      ? await typed(mara, uri, wanted.cmd)
      : await runSomewhere(mara, [uri], wanted, 0);
  await handBack(mara, uri, before);
  return own;
}

async function typed(mara: Client, uri: string, cmd: string): Promise<Expected> {
  mara.dispatch(uri, { type: 'terminal/input', data: `${cmd}\r` });
  for (;;) {
    const { records } = await mara.cotty.records(uri, { last: 5 });
    const own = records.find((record) => record.cmd === cmd && record.finished_at !== null);
    if (own !== undefined) return seen(own);
    await pause(5);
  }
}

async function everything(client: Client, uri: string): Promise<CommandRecord[]> {
  const all: CommandRecord[] = [];
  for (;;) {
    const { records, more } = await client.cotty.records(uri, { sinceSeq: all.at(-1)?.seq ?? 0 });
    all.push(...records);
    if (!more) return all;
  }
}

it('four agents and a person run a thousand commands in shared terminals: each has its own record', async () => {
  needs(...SHELLS);
  const folder = mkdtempSync(join(tmpdir(), 'cotty-soak-'));
  const real = await RealHost.start({ record: { folder } });
  try {
    const mara = await real.join('user:mara');
    const agents = await Promise.all(HANDLES.map((handle) => real.join(`agent:${handle}`)));
    const uris: string[] = [];
    for (const [index, shell] of SHELLS.entries()) {
      const agent = agents[index];
      if (agent !== undefined) uris.push(await real.open(agent, { shell }));
    }
    let n = 0;
    const wanted: Expected[] = [];
    const found: Expected[] = [];
    const work = async (client: Client, writer: string, byHand: boolean) => {
      while (n < COMMANDS) {
        n += 1;
        const own = command(writer, n);
        wanted.push(own);
        // Lines of which the shell itself tells.
        const hand = byHand && n % 5 >= 3;
        const uri = uris[n % (uris.length - 1)] ?? '';
        found.push(hand ? await typeByHand(mara, uri, own) : await runSomewhere(client, uris, own, n));
      }
    };
    await Promise.all([
      work(mara, 'user:mara', true),
      ...agents.map((agent, index) => work(agent, `agent:${HANDLES[index]}`, false)),
    ]);
    const byText = (one: Expected, other: Expected) => one.cmd.localeCompare(other.cmd);
    expect(found.toSorted(byText)).toEqual(wanted.toSorted(byText));
    const kept = await Promise.all(uris.map((uri) => everything(mara, uri)));
    for (const records of kept) expect(records.map(({ seq }) => seq)).toEqual(records.map((_, at) => at + 1));
    expect(kept.flat().map(seen).toSorted(byText)).toEqual(wanted.toSorted(byText));
    const writers = new Set(kept.flat().map(({ writer }) => writer));
    expect(writers).toEqual(new Set(['user:mara', ...HANDLES.map((handle) => `agent:${handle}`)]));
  } finally {
    await real.close();
    removeFolder(folder);
  }
}, 600_000);
