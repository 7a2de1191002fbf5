/** The tools of Aegis live terminals under their own names, with their own parameters and JSON answers. */

import * as z from 'zod';
import type { ShownTerminal } from '../answers/schemas.ts';
import { closeTerminal } from '../tools/close.ts';
import { sendKeys } from '../tools/keys.ts';
import { allTerminals } from '../tools/list.ts';
import { readRecords } from '../tools/read.ts';
import { runIn } from '../tools/run.ts';
import { spawnTerminal } from '../tools/spawn.ts';
import { terminalNamed, terminalToRead } from '../tools/terminal-named.ts';
import { type Answer, arranges, looks, no, runs, type Tool, tool } from '../tools/tool.ts';
import { confirm, name, timeout } from '../tools/tool-params.ts';

const spawn = tool({
  name: 'aegis_term_spawn',
  title: 'Make a terminal (Aegis)',
  description: 'Makes a terminal. Returns {name, pid, shell, cwd, started_at, …}. See term_spawn.',
  input: z.strictObject({
    name: z.string().min(1).max(100),
    shell: z.string().min(1).optional(),
    cwd: z.string().min(1).optional(),
  }),
  hints: arranges,
  async run(call, args) {
    const made = await spawnTerminal(call, args);
    return made.ok ? json(metadata(made.terminal)) : no(made.text);
  },
});

const list = tool({
  name: 'aegis_term_list',
  title: 'List terminals (Aegis)',
  description: 'Returns the metadata of all terminals. See term_list.',
  input: z.strictObject({}),
  hints: looks,
  async run({ agent, now }) {
    const terminals = (await allTerminals(agent, now())).map(metadata);
    return json(terminals, { terminals });
  },
});

const run = tool({
  name: 'aegis_term_run',
  title: 'Run a command (Aegis)',
  description:
    'Runs a command and returns its CommandRecord. At the timeout the record has timed_out: true. See term_run.',
  input: z.strictObject({ name, cmd: z.string().min(1), timeout: timeout.optional(), confirm }),
  hints: runs,
  async run(call, args) {
    const ran = await runIn(call, args);
    return ran.ok ? json(ran.record) : no(ran.text);
  },
});

const keys = tool({
  name: 'aegis_term_keys',
  title: 'Send keys (Aegis)',
  description: 'Sends raw keys to the terminal, such as \\x03. See term_keys.',
  input: z.strictObject({ name, keys: z.string().min(1).max(100_000) }),
  hints: runs,
  async run({ agent }, args) {
    const sent = await sendKeys(agent, args);
    return sent.ok ? json({ ok: true }) : sent;
  },
});

const read = tool({
  name: 'aegis_term_read',
  title: 'Read records (Aegis)',
  description: 'Returns CommandRecords: the last_n newest, or those after since_seq. See term_read.',
  input: z.strictObject({
    name,
    last_n: z.int().min(1).optional(),
    since_seq: z.int().min(0).optional(),
  }),
  hints: looks,
  async run({ agent }, { name: wanted, last_n, since_seq }) {
    const found = await terminalToRead(agent, wanted);
    if (!found.ok) return found;
    const page = await readRecords(agent, { uri: found.uri, name: found.name, last_n, since_seq });
    return json(page.records, page);
  },
});

const subscribe = tool({
  name: 'aegis_term_subscribe',
  title: 'Subscribe (Aegis)',
  description:
    'Wakes you when a command ends in the terminal. Returns {ok, subscribers}. Get the wake-ups with term_wait.',
  input: z.strictObject({ name }),
  hints: arranges,
  async run({ agent }, args) {
    const found = terminalNamed(agent, args.name);
    if (!found.ok) return found;
    const { subscribers } = await agent.client.cotty.watch(found.uri);
    await agent.inbox.load();
    return json({ ok: true, subscribers });
  },
});

const unsubscribe = tool({
  name: 'aegis_term_unsubscribe',
  title: 'Unsubscribe (Aegis)',
  description: 'Ends your subscription to the terminal. Returns {ok}.',
  input: z.strictObject({ name }),
  hints: arranges,
  async run({ agent }, args) {
    const found = terminalNamed(agent, args.name);
    if (!found.ok) return found;
    await agent.client.cotty.unwatch(found.uri);
    await agent.inbox.load();
    return json({ ok: true });
  },
});

const close = tool({
  name: 'aegis_term_close',
  title: 'Close a terminal (Aegis)',
  description: 'Ends a terminal. purge: true also deletes its record. Returns {ok}. See term_close.',
  input: z.strictObject({ name, purge: z.boolean().optional() }),
  hints: { ...arranges, destructiveHint: true },
  async run(call, args) {
    const closed = await closeTerminal(call, args);
    return closed.ok ? json({ ok: true }) : closed;
  },
});

export const aegisTools: readonly Tool[] = [spawn, list, run, keys, read, subscribe, unsubscribe, close];

function metadata(terminal: ShownTerminal) {
  const { last, running } = terminal;
  return {
    ...terminal,
    last_cmd_at: running?.since ?? last?.finished_at ?? null,
    last_exit: last?.exit ?? null,
  };
}

/** The text is the answer of the Aegis document. `data` wraps lists: structured content is an object. */
function json(value: object, data: object = value): Answer {
  return { ok: true, text: JSON.stringify(value, undefined, 1), data: { ...data } };
}
