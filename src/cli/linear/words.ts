/** The words of linear mode, `:read 3`: what each does, and how it is called. */

import { claimOf } from '../../client/claims.ts';
import { isWaiting } from '../../client/program-state.ts';
import { compactDuration } from '../../protocol/common/durations.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { nearest } from '../../protocol/common/nearest.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { CommandRecord } from '../../protocol/cotty/command-record.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { readFilter } from '../../protocol/cotty/filter/command-filter.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { chipOf } from '../../review/chip.ts';
import { hasFailed, statusOfCode, statusOfRecord } from '../../review/exit-state.ts';
import { keyModesOf } from '../../screen/keys/key-notation.ts';
import { plainLines } from '../../screen/text/plain-stream.ts';
import { printable } from '../common/plain-text.ts';
import { who } from '../scripts/follow/record-text.ts';
import { printOutput } from '../scripts/read-output.ts';
import { keysOf } from '../scripts/send.ts';
import type { LinearSession } from './session.ts';

type Described = {
  /** What may be typed in place of the name. */
  readonly short?: string;
  readonly args?: string;
  readonly help: string;
};
/** What a word does: anywhere, or in the terminal that one is in. `args` has no blanks around it. */
type Word = Described &
  (
    | { readonly run: (session: LinearSession, args: string) => void | Promise<void> }
    | { readonly at: (session: LinearSession, args: string, here: TerminalInfo) => void | Promise<void> }
  );

/** Blocks that `:blocks` lists, lines that `:lines` says, and commands that `:find` lists, without a number. */
const MOST = 10;
/** Most records that are looked through for those that are listed. */
const LOOKED_THROUGH = 500;

const WORDS: Readonly<Record<string, Word>> = {
  help: { short: 'h', args: '[WORD]', help: 'say what the words do', run: help },
  terminals: {
    short: 't',
    help: 'list the terminals and what they do',
    run(session) {
      const all = session.terminals;
      if (all.length === 0) session.say('No terminal is open. :new makes one.');
      for (const [index, info] of all.entries()) session.say(`${index + 1} ${session.textOf(info)}`);
    },
  },
  go: {
    short: 'g',
    args: 'NAME',
    help: 'go to a terminal, by its name or number',
    async run(session, args) {
      const found = session.terminalNamed(args);
      if (typeof found === 'string') session.say(found);
      else await session.go(found);
    },
  },
  new: {
    short: 'n',
    args: '[NAME]',
    help: 'make a terminal in the folder of this one, and go there',
    run: (session, args) => session.make(args === '' ? undefined : args),
  },
  rename: {
    args: 'NAME',
    help: 'give this terminal a name',
    async at(session, title, { resource }) {
      if (title === '') return session.say('Say the new name: :rename NAME.');
      const outcome = await session.client.dispatchAndConfirm(resource, {
        type: 'terminal/titleChanged',
        title,
      });
      session.say(
        outcome.ok ? `It is called ${printable(title)} now.` : `It keeps its name: ${outcome.reason}`,
      );
    },
  },
  close: {
    help: 'close this terminal; cotty undo brings it back for five minutes',
    async at(session, _args, here) {
      await session.client.cotty.park(here.resource);
      session.say(`${session.nameOf(here)} is closed. cotty undo brings it back within five minutes.`);
    },
  },
  blocks: {
    short: 'b',
    args: '[N]',
    help: 'list the last commands, with number and exit code',
    at: (session, args, here) => list(session, args, here, () => true),
  },
  failed: {
    args: '[N]',
    help: 'list the last commands that failed',
    at: (session, args, here) => list(session, args, here, (record) => hasFailed(statusOfRecord(record))),
  },
  read: {
    short: 'r',
    args: '[NUMBER]',
    help: 'say the output of a command, by default of the last one',
    async at(session, args, here) {
      const record = await recordAt(session, args, here);
      if (record === undefined) return;
      session.say(recordText(record));
      const { stdout } = session.io;
      const how = { title: here.title, json: false, raw: false };
      const what = { seq: record.seq, range: { from: 1 } };
      await printOutput(session.client, here.resource, what, how, { stdout, stderr: stdout });
    },
  },
  lines: {
    short: 'l',
    args: '[N]',
    help: 'say the last lines of the last output',
    async at(session, args, here) {
      const record = await recordAt(session, '', here);
      if (record === undefined) return;
      const last = plainLines(record.stdout).slice(-(numberOf(args) ?? MOST));
      session.out(last.length === 0 ? 'It has printed nothing.\n' : `${last.join('\n')}\n`);
    },
  },
  again: {
    short: 'a',
    args: '[NUMBER]',
    help: 'run a command again',
    async at(session, args, here) {
      const record = await recordAt(session, args, here);
      if (record === undefined) return;
      if (record.cmd_cut > 0 || record.redacted.length > 0)
        return session.say(`#${record.seq} cannot be run again: its line is not kept whole.`);
      session.say(`Runs ${printable(record.cmd)}`);
      await session.run(record.cmd);
    },
  },
  find: {
    short: 'f',
    args: 'WORDS',
    help: 'list commands of all terminals, by words and filters',
    run: find,
  },
  screen: {
    short: 's',
    help: 'say what is on the screen of a full-screen program',
    async at(session, _args, { resource }) {
      const { lines, cursor } = await session.client.cotty.screen(resource);
      session.out(`${lines.join('\n').trimEnd() || 'The screen is empty.'}\n`);
      session.say(`The cursor is in row ${cursor.y + 1}, column ${cursor.x + 1}.`);
    },
  },
  keys: {
    short: 'k',
    args: 'KEYS',
    help: 'type keys into the program: C-c, Enter, Up, F5, text',
    async at(session, args, { resource }) {
      const { client } = session;
      if (args === '') return session.say('Say the keys: :keys C-c, :keys Up Enter.');
      const read = keysOf(args.split(/ +/), false);
      if (!read.ok) return session.say(`${read.error}.`);
      await client.cotty.type(resource, read.bytes(keyModesOf(await client.cotty.screen(resource))));
    },
  },
  secret: {
    help: 'type a line that is not shown, such as a password',
    run: (session) => session.askSecret(),
  },
  waiting: {
    short: 'w',
    help: 'list who waits for you, and what is asked',
    async run(session) {
      const found = session.terminals.filter((info) => isWaiting(cottyMeta<TerminalMeta>(info._meta)));
      if (found.length === 0) session.say('Nobody waits for you.');
      for (const info of found) await session.sayQuestion(info);
    },
  },
  answer: {
    args: 'NAME TEXT',
    help: 'answer what the program of a terminal asks: a choice of :waiting, or text',
    run: answer,
  },
  take: {
    help: 'take this terminal over from its holder',
    async at(session, _args, here) {
      const { client } = session;
      const holder = session.holderOf(here);
      if (holder.kind === 'me' || holder.kind === 'mine') return session.say('You hold it already.');
      if (holder.kind === 'owner')
        return session.say('It runs at another client, which alone can type there.');
      const outcome = await client.dispatchAndConfirm(here.resource, claimOf(client.clientId, holder.id));
      session.say(outcome.ok ? 'You hold it now.' : `It was not handed over: ${outcome.reason}`);
    },
  },
  quit: { short: 'q', help: 'leave; terminals and programs go on', run: (session) => session.quit() },
};

/** Does what a line without its colon says: `read 3`. */
export async function runWord(session: LinearSession, line: string): Promise<void> {
  const [, name = '', args = ''] = /^(\S*)\s*(.*)$/.exec(line.trimEnd()) ?? [];
  const word = Object.hasOwn(WORDS, name)
    ? WORDS[name]
    : Object.values(WORDS).find(({ short }) => short === name);
  const { here } = session;
  if (word === undefined) {
    const known = nearest(name, Object.keys(WORDS));
    const meant = known === undefined ? '' : ` Did you mean :${known}?`;
    session.say(`There is no word :${printable(name)}.${meant} :help says them all.`);
  } else if ('run' in word) await word.run(session, args);
  else if (here === undefined) session.say('No terminal is open. :new makes one.');
  else await word.at(session, args, here);
}

function help(session: LinearSession, args: string): void {
  const asked = args.replace(/^:/, '');
  const known = Object.entries(WORDS).filter(
    ([name, { short }]) => asked === '' || asked === name || asked === short,
  );
  if (known.length === 0) session.say(`There is no word :${printable(asked)}.`);
  for (const [name, { short, args: wanted, help: text }] of known) {
    const also = short === undefined ? '' : ` or :${short}`;
    session.say(`:${name}${wanted === undefined ? '' : ` ${wanted}`}${also}: ${text}.`);
  }
  if (asked !== '') return;
  session.say(
    'Every other line is a command for the shell, or input for the program that reads. A line that begins with two colons begins with one.',
  );
}

async function list(
  session: LinearSession,
  args: string,
  { resource }: TerminalInfo,
  isListed: (record: CommandRecord) => boolean,
): Promise<void> {
  const { records } = await session.client.cotty.records(resource, { last: LOOKED_THROUGH });
  const found = records.filter((record) => record.no_command !== true && isListed(record));
  if (found.length === 0) session.say('There are none.');
  for (const record of found.slice(-(numberOf(args) ?? MOST))) session.say(recordText(record));
}

/** `#12 npm test, failed with exit code 1, 3.1s.` */
function recordText(record: CommandRecord): string {
  const { seq, cmd, duration_s, writer, finished_at, killed_by_restart } = record;
  const runs = finished_at === null && !killed_by_restart;
  const end = runs ? 'runs' : chipOf(statusOfRecord(record)).words;
  const took = duration_s === null || duration_s < 1 ? [] : [compactDuration(Math.round(duration_s * 1000))];
  const whose = writer?.startsWith('agent:') === true ? [`by ${who(writer)}`] : [];
  return `${[`#${seq} ${printable(cmd)}`, end, ...took, ...whose].join(', ')}.`;
}

async function recordAt(
  session: LinearSession,
  args: string,
  { resource }: TerminalInfo,
): Promise<CommandRecord | undefined> {
  const text = args.replace(/^#/, '');
  const seq = numberOf(text);
  if (text !== '' && seq === undefined) {
    session.say(`"${printable(text)}" is not the number of a command: :blocks lists them.`);
    return undefined;
  }
  const { records } = await session.client.cotty.records(
    resource,
    seq === undefined ? { last: MOST } : { seq },
  );
  const record = records.findLast(({ no_command }) => no_command !== true);
  if (record === undefined)
    session.say(seq === undefined ? 'No command has run here yet.' : `There is no command #${seq} here.`);
  return record;
}

async function find(session: LinearSession, args: string): Promise<void> {
  const { me, io, client } = session;
  const wanted = readFilter(args, { now: Date.now(), home: io.env['HOME'], me });
  if (wanted.wrong !== undefined) return session.say(wanted.wrong);
  const { text, filter } = wanted;
  const { commands, more } = await client.cotty.history({
    ...filter,
    ...(text === '' ? {} : { text }),
    limit: MOST,
  });
  if (commands.length === 0) session.say('No such command.');
  for (const { name, seq, commandLine, exitCode, open } of commands.toReversed()) {
    const where = `${printable(name)}${open ? '' : ', closed'}`;
    session.say(`${where}, #${seq} ${printable(commandLine)}, ${chipOf(statusOfCode(exitCode)).words}.`);
  }
  if (more) session.say(`These are the newest ${MOST}. Say more words to find others.`);
}

async function answer(session: LinearSession, args: string): Promise<void> {
  const [, name = '', text = ''] = /^(\S+)\s+(.+)$/.exec(args) ?? [];
  if (text === '') return session.say('Say whom you answer, and what: :answer build 1.');
  const found = session.terminalNamed(name);
  if (typeof found === 'string') return session.say(found);
  const question = await session.client.cotty.question(found.resource);
  if (question === null) return session.say(`${session.nameOf(found)} asks nothing now.`);
  const choice = question.choices[Number(text) - 1] ?? question.choices.find(({ label }) => label === text);
  try {
    const given = choice === undefined ? { text } : { keys: choice.keys };
    await session.client.cotty.answer(found.resource, { print: question.print, ...given });
    session.say(`Answered: ${printable(choice?.label ?? text)}.`);
  } catch (error) {
    session.say(`The answer was refused: ${reasonOf(error)}.`);
  }
}

function numberOf(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
