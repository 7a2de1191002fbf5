/** `cotty send` — types text and keys into a terminal as the current user. */

import type { Client } from '../../client/client.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { type Keys, keyModesOf, ordinaryModes, parseKeys } from '../../screen/keys/key-notation.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hostsFlags } from '../connect/host-flags.ts';
import { withTerminal } from '../connect/with-terminal.ts';
import { eachFlag, readGroup } from './group/group-names.ts';
import { eachOfGroup } from './group/with-group.ts';

const flags = { ...hostsFlags, ...eachFlag, l: 'boolean', literal: 'boolean' } as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['KEYS'], many: true, command: true });
  if (!parsed.ok) return refuseArgs(parsed, 'send', io);
  const { connect, token, on, each, l, literal } = parsed.flags;
  const wrong = (error: string) => refuseUsage(error, 'send', io);
  const read = readGroup({ each }, []);
  if (!read.ok) return wrong(read.error);
  const given = [...parsed.input, ...parsed.command];
  const [name, words] = read.group === undefined ? [given[0], given.slice(1)] : ['', given];
  if (name === undefined) return wrong('NAME is missing');
  if (words.length === 0) return wrong('KEYS are missing');
  const keys = keysOf(words, l || literal);
  if (!keys.ok) return wrong(keys.error);
  const typeInto = async (client: Client, { resource }: TerminalInfo): Promise<number> => {
    const modes = keys.needsModes ? keyModesOf(await client.cotty.screen(resource)) : ordinaryModes;
    await client.cotty.type(resource, keys.bytes(modes));
    return ExitCode.ok;
  };
  return read.group === undefined
    ? withTerminal(name, { connect, token, on }, io, typeInto)
    : eachOfGroup(read.group.names, { connect, token, on }, io, typeInto);
}

/** Key names of tmux that differ from those of our notation. */
const TMUX: Readonly<Record<string, string>> = {
  BSpace: 'BS',
  BTab: 'S-Tab',
  DC: 'Del',
  IC: 'Ins',
  NPage: 'PageDown',
  PPage: 'PageUp',
};

/** Key names: `^C`, `C-c`, `M-S-Up`, `Enter`. They begin with a capital letter, so that `end` and `home` are text. */
const CARET = /^\^(.)$/u;
const HELD = /^(?:[CMS]-)+[^\s>]+$/u;
const NAME = /^[A-Z][A-Za-z]*\d{0,2}$/u;
/** The notation of the MCP tool `term_keys`, `<C-c>`. Here it must be a whole argument; a `<` in other text is just text. */
const BRACKETED = /^<([^\s<>]{2,}|(?:[CMS]-)+>)>$/u;

/** Joins the arguments without blanks between them, as tmux does. A word like `C-foo`, which no key has, is an error. */
export function keysOf(words: readonly string[], literal: boolean): Keys {
  const strokes: Strokes[] = [];
  for (const word of words) {
    const stroke = literal ? textOf(word) : strokeOf(word);
    if (typeof stroke === 'string') return { ok: false, error: stroke };
    strokes.push(stroke);
  }
  return {
    ok: true,
    needsModes: strokes.some(({ needsModes }) => needsModes),
    bytes: (modes) => strokes.map(({ bytes }) => bytes(modes)).join(''),
  };
}

type Strokes = Pick<Extract<Keys, { ok: true }>, 'needsModes' | 'bytes'>;

/** Returns a key or text, or what is wrong with a word that can only be meant as a key. */
function strokeOf(word: string): Strokes | string {
  const [, control] = CARET.exec(word) ?? [];
  const [, bracketed] = BRACKETED.exec(word) ?? [];
  const written = control === undefined ? (bracketed ?? TMUX[word] ?? word) : `C-${control}`;
  const isHeld = HELD.test(written);
  // A single character is text, in capitals too.
  const isName = bracketed !== undefined || isHeld || (written.length > 1 && NAME.test(written));
  if (!isName) return textOf(word);
  const keys = parseKeys(`<${written}>`);
  if (keys.ok && keys.bytes(ordinaryModes) !== `<${written}>`) return keys;
  // Another name that no key has is text.
  return isHeld ? `there is no key "${word}"; to type it as text: -l` : textOf(word);
}

/** A line end is the Enter key. */
function textOf(text: string): Strokes {
  return { needsModes: false, bytes: () => text.replace(/\r?\n/g, '\r') };
}
