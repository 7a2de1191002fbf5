/** `cotty agent hook` — puts hooks into the settings of an agent by which it reports to cotty what it does, and takes them out. */

import { lstatSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFileSync } from '../../files/replace-file.ts';
import { didYouMean } from '../../protocol/common/nearest.ts';
import { causeText } from '../common/error-text.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { complain, say } from '../common/print.ts';
import { readSmallFile } from '../common/read-small-file.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { AGENT_HOOKS, type AgentHooks, ownerOf } from './agent-hooks.ts';
import { type Edited, type HookState, hooksState, withHooks, withoutHooks } from './hook-edits.ts';
import { AGENT_NAMES, type AgentName, isAgentName } from './hook-events.ts';

const VERBS = ['install', 'status', 'remove', 'print'];

/** Limit in bytes of a file of settings. */
const MOST_BYTES = 4 * 1024 * 1024;

type Place = { readonly agent: AgentName; readonly hooks: AgentHooks; readonly file: string };

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, {
    flags: {},
    positionals: ['AGENT', 'install, status, remove or print'],
    required: 2,
  });
  if (!parsed.ok) return refuseArgs(parsed, 'agent', io);
  const [agent = '', verb = ''] = parsed.input;
  const refuse = (error: string) => refuseUsage(error, 'agent', io);
  if (!isAgentName(agent))
    return refuse(
      `there are hooks for ${AGENT_NAMES.join(', ')}, not for ${agent}${didYouMean(agent, AGENT_NAMES)}`,
    );
  if (!VERBS.includes(verb))
    return refuse(`"agent hook" does ${VERBS.join(', ')}, not ${verb}${didYouMean(verb, VERBS)}`);
  const hooks = AGENT_HOOKS[agent];
  const folder = hooks.folder(io.env);
  if (folder === undefined)
    return failed(io, `there is no place for hooks of ${hooks.title}: HOME is not set`);
  const place = { agent, hooks, file: join(folder, hooks.file) };
  if (verb === 'print') return print(place, io);
  const read = readText(place.file);
  if (!read.ok) return failed(io, `${place.file} ${read.error}`);
  if (verb === 'status') return printState(place, read.text, io);
  return verb === 'install' ? install(place, read.text, io) : remove(place, read.text, io);
}

/** Prints what would be written. */
function print({ hooks, agent, file }: Place, io: Io): number {
  const written =
    hooks.kind === 'file' ? hooks.text : edited(withHooks('', { agent, entries: hooks.entries }));
  say(io, written);
  if (io.stdout.isTTY) complain(io, `this belongs into ${file}`);
  return ExitCode.ok;
}

function edited(result: Edited): string {
  return result.ok ? result.text : '';
}

function install(place: Place, text: string | undefined, io: Io): number {
  const { hooks, file } = place;
  const next = installed(place, text ?? '');
  if (!next.ok) return failed(io, `${file} was not changed: ${next.error}`);
  const isSame = next.text === text;
  if (!isSame) {
    try {
      writeText(file, next.text);
    } catch (error) {
      return failed(io, `${file} cannot be written: ${causeText(error)}`);
    }
  }
  const note = hooks.note === undefined ? '' : `\n${hooks.note}`;
  say(
    io,
    isSame
      ? `${file} has the hooks already\n`
      : `wrote ${file}: ${hooks.title} reports to cotty from its next start${note}\n`,
  );
  return ExitCode.ok;
}

function installed({ hooks, agent }: Place, text: string): Edited {
  if (hooks.kind === 'entries') return withHooks(text, { agent, entries: hooks.entries });
  if (text !== '' && ownerOf(text) === 'other')
    return { ok: false, error: 'it is not of cotty; see what would be written with print' };
  return { ok: true, text: hooks.text };
}

function remove(place: Place, text: string | undefined, io: Io): number {
  const { hooks, file } = place;
  if (text === undefined || stateOf(place, text) === 'not installed') {
    // Text that cannot be read as settings is told, for nobody knows whether hooks are in it.
    const left = hooks.kind === 'entries' && text !== undefined ? withoutHooks(text, place.agent) : undefined;
    if (left?.ok === false) return failed(io, `${file} was not changed: ${left.error}`);
    say(io, `there are no hooks of cotty in ${file}\n`);
    return ExitCode.ok;
  }
  const left: Edited = hooks.kind === 'file' ? { ok: true, text: '' } : withoutHooks(text, place.agent);
  if (!left.ok) return failed(io, `${file} was not changed: ${left.error}`);
  try {
    if (left.text === '') rmSync(realpathSync(file));
    else writeText(file, left.text);
  } catch (error) {
    return failed(io, `${file} cannot be changed: ${causeText(error)}`);
  }
  say(io, left.text === '' ? `removed ${file}\n` : `removed the hooks of cotty from ${file}\n`);
  return ExitCode.ok;
}

function printState(place: Place, text: string | undefined, io: Io): number {
  const { hooks, agent, file } = place;
  if (hooks.kind === 'entries' && text !== undefined) {
    const read = withoutHooks(text, agent);
    if (!read.ok) return failed(io, `${file} cannot be read: ${read.error}`);
  }
  const state = text === undefined ? 'not installed' : stateOf(place, text);
  say(io, `${MEANS[state](agent)}  ${file}\n`);
  return state === 'installed' ? ExitCode.ok : ExitCode.failure;
}

const MEANS: { readonly [State in HookState]: (agent: AgentName) => string } = {
  installed: () => 'installed',
  'not installed': () => 'not installed',
  outdated: (agent) => `outdated (cotty agent hook ${agent} install writes it anew)`,
  changed: (agent) => `changed by somebody (cotty agent hook ${agent} install writes it anew)`,
};

function stateOf({ hooks, agent }: Place, text: string): HookState {
  if (hooks.kind === 'entries') return hooksState(text, { agent, entries: hooks.entries });
  if (text === hooks.text) return 'installed';
  const owner = ownerOf(text);
  if (owner === 'other') return 'not installed';
  return owner === 'cotty' ? 'outdated' : 'changed';
}

type ReadText =
  | { readonly ok: true; readonly text: string | undefined }
  | { readonly ok: false; readonly error: string };

/** Reads a file; the text is undefined if there is none. */
function readText(file: string): ReadText {
  const read = readSmallFile(file, MOST_BYTES);
  if (!read.ok) {
    if (read.code !== 'ENOENT') return { ok: false, error: `cannot be read (${read.why})` };
    const isLink = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
    return isLink
      ? { ok: false, error: 'is a link to a file that is not there' }
      : { ok: true, text: undefined };
  }
  const text = read.bytes.toString();
  if (!Buffer.from(text).equals(read.bytes)) return { ok: false, error: 'is no UTF-8 text' };
  return { ok: true, text };
}

/** Writes a file in one step, behind links and with its mode: whoever reads it meanwhile sees it as it was, or as it is now. */
function writeText(asked: string, text: string): void {
  mkdirSync(dirname(asked), { recursive: true });
  const isThere = statSync(asked, { throwIfNoEntry: false }) !== undefined;
  const path = isThere ? realpathSync(asked) : asked;
  const mode = isThere ? statSync(path).mode & 0o7777 : 0o600;
  replaceFileSync(path, text, mode);
}

function failed(io: Io, problem: string): number {
  complain(io, problem);
  return ExitCode.failure;
}
