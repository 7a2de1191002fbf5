/** Requests about what the programs of terminals do. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { redact } from '../../protocol/common/redact.ts';
import type { Explanation, HookReport, ProgramQuestion } from '../../protocol/cotty/program.ts';
import {
  chiefOf,
  type StatusReport,
  shownLine,
  statusSequence,
} from '../../protocol/terminal/program-status.ts';
import { inputParts } from '../../protocol/terminal/shell-line.ts';
import { RpcError } from '../../rpc/errors.ts';
import { isReportKey } from '../../shell/report-key.ts';
import { answerInput, isKeyOfQuestion, readQuestion, wordsOfKeys } from '../agents/question.ts';
import { decidingRule, questionOf as questionIn, type Rule, type Seen } from '../agents/rules.ts';
import { isHolder } from '../clients/claims.ts';
import type { Clients } from '../clients/clients.ts';
import { backgroundClaim } from '../clients/run-claims.ts';
import { processStat } from '../common/process-stat.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { mayTypeAsPerson } from './past.ts';
import type { Requests } from './request.ts';
import { checkUse, readableOf, terminalOf } from './use-terminal.ts';

type TmuxPane = { readonly pane: number; readonly clients: readonly number[] };

type Needs = { readonly terminals: Terminals; readonly clients: Clients };

/** Limit of a message in characters. */
const MAX_MESSAGE = 500;
const BLANKS = /[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+/g;

export function programRequests({ terminals, clients }: Needs) {
  return {
    'x-cotty/seen'(peer, { channel }) {
      if (!mayTypeAsPerson(peer))
        throw new RpcError(ErrorCode.PermissionDenied, 'only a user who may type can mark a program as seen');
      terminalOf(terminals, channel).status.program.seen();
      return null;
    },
    'x-cotty/report'({ access }, { channel, key, report, hook, session, pid, tmux }) {
      if (!access.atSocket)
        throw new RpcError(ErrorCode.PermissionDenied, 'hooks report over the socket of the host only');
      const terminal = terminalOf(terminals, channel);
      if (!isReportKey(key, terminal.options.nonce))
        throw new RpcError(
          ErrorCode.PermissionDenied,
          `this is not the key (COTTY_REPORT) of the terminal "${terminal.state.title}": only programs in it may report`,
        );
      if (pid !== undefined && !reportsFrom(terminal, pid, tmux))
        throw new RpcError(
          ErrorCode.PermissionDenied,
          `process ${pid} does not run in the terminal "${terminal.state.title}": a background service may have the environment of another one`,
        );
      const read = reportOf(report);
      const isPassing = read.state === 'working' || read.state === 'blocked';
      if (isPassing && terminal.isAtPrompt())
        throw new RpcError(ErrorCode.Conflict, `no command runs here, so nothing is ${read.state}`);
      terminal.status.program.hooked(read, shownLine(hook.replace(BLANKS, ' ')) ?? '', session);
      return null;
    },
    'x-cotty/explain'(_peer, { channel }) {
      return explained(readableOf(terminals, channel));
    },
    'x-cotty/question'(peer, { channel }) {
      const terminal = terminalOf(terminals, channel);
      if (!mayTypeAsPerson(peer)) checkUse({ terminals, clients }, peer, terminal);
      return { question: questionOf(terminal) ?? null };
    },
    'x-cotty/answer'(peer, { channel, print, keys, text }) {
      const terminal = terminalOf(terminals, channel);
      if ((keys === undefined) === (text === undefined))
        throw new RpcError(ErrorCode.InvalidParams, 'an answer has either keys or text');
      const agent = checkUse({ terminals, clients }, peer, terminal);
      const taker = isHolder(peer.actor, terminal.state.claim) ? undefined : agent;
      const question = questionNow(terminal, print);
      // Any output can contain a report: it does not make an agent the holder of a terminal.
      if (taker !== undefined && question.by === 'report')
        throw new RpcError(
          ErrorCode.PermissionDenied,
          "only the program's own words say that it waits: claim the terminal first, then answer",
        );
      const input = inputOf(terminal, question, { keys, text });
      if (taker !== undefined) terminal.claim(backgroundClaim(taker));
      const writer = peer.identity?.writer;
      if (!terminal.input.type(input.data, writer))
        throw new RpcError(ErrorCode.Conflict, 'the input buffer is full: the program does not read it');
      terminal.options.waits.answered(writer, input.words);
      return null;
    },
  } satisfies Partial<Requests>;
}

/** Whether a process runs in the terminal, or in a tmux that is shown there. */
function reportsFrom({ meta }: Terminal, pid: number, tmux: TmuxPane | undefined): boolean {
  const { pid: first } = meta;
  if (first === undefined || runsIn(pid, first) !== false) return true;
  return (
    tmux !== undefined &&
    runsIn(pid, tmux.pane) === true &&
    tmux.clients.some((client) => runsIn(client, first))
  );
}

/** Returns the report as one of OSC 7501 would be: one line of text, and the limits of that protocol. */
function reportOf({ state, id = '', kind, app, title = '', msg = '', progress }: HookReport): StatusReport {
  const [head, line] = [title, msg].map((text) => shownLine(redact(text).replace(BLANKS, ' ')));
  const report: StatusReport = {
    state,
    id,
    ...(kind === undefined || state !== 'blocked' ? {} : { kind }),
    ...(progress === undefined || (state !== 'working' && state !== 'blocked') ? {} : { progress }),
    ...(app === undefined ? {} : { app }),
    ...(head === undefined ? {} : { title: head }),
    ...(line === undefined ? {} : { msg: shortened(line) }),
  };
  try {
    statusSequence(report);
    return report;
  } catch (error) {
    throw new RpcError(ErrorCode.InvalidParams, reasonOf(error));
  }
}

function shortened(text: string): string {
  const chars = Array.from(text);
  return chars.length <= MAX_MESSAGE ? text : `${chars.slice(0, MAX_MESSAGE - 1).join('')}…`;
}

/** Rows of a screen that are shown: enough for every dialog. */
const MOST_SHOWN = 12;

function explained({ status, detector, options }: Terminal): Explanation {
  const { agent, seen } = detector.look();
  const { title, notice, rows = [] } = seen;
  const rule = agent === undefined ? undefined : decidingRule(agent, seen);
  const { by, cause, records } = status.program.decided;
  const chief = chiefOf(records);
  return {
    by,
    cause,
    state: chief?.state ?? null,
    ...(chief?.kind === undefined ? {} : { kind: chief.kind }),
    ...(chief?.msg === undefined ? {} : { msg: chief.msg }),
    title,
    notice: notice === undefined ? null : { title: notice.title, body: notice.body },
    rows: rows.slice(-Math.max(MOST_SHOWN, rule?.on === 'screen' ? rule.rows : 0)),
    agent: agent?.name ?? null,
    rule: rule === undefined ? null : ruleFound(rule, seen),
    files: options.rules.files,
  };
}

function ruleFound(rule: Rule, seen: Seen): NonNullable<Explanation['rule']> {
  const { on, line, state, kind } = rule;
  const msg = questionIn(rule, seen);
  return { on, line, state, ...(kind === undefined ? {} : { kind }), ...(msg === undefined ? {} : { msg }) };
}

/** What the program asks, with everything parsed that it has printed until now. */
function questionOf(terminal: Terminal): ProgramQuestion | undefined {
  terminal.settle();
  const { program, lineEditing } = terminal.meta;
  if (program?.state !== 'blocked' || terminal.state.lifecycle.status === 'exited') return undefined;
  const { since, state, kind, app, by, msg } = program;
  return {
    since,
    state,
    ...(kind === undefined ? {} : { kind }),
    ...(app === undefined ? {} : { app }),
    by,
    ...(msg === undefined ? {} : { msg }),
    ...readQuestion(
      terminal.screenState.emulator,
      program,
      lineEditing !== false,
      terminal.options.waits.inputs,
    ),
  };
}

/** The question that stands now. Throws when it is not that of the print, or is answered already. */
function questionNow(terminal: Terminal, print: string): ProgramQuestion {
  const question = questionOf(terminal);
  if (question === undefined) throw new RpcError(ErrorCode.Conflict, 'the program does not wait any more');
  if (terminal.options.waits.isAnswered)
    throw new RpcError(ErrorCode.Conflict, 'it was answered just now, and the program has not gone on yet');
  if (question.print !== print) throw new RpcError(ErrorCode.Conflict, 'the question has changed');
  return question;
}

type Answer = { readonly keys: string | undefined; readonly text: string | undefined };

type Input = {
  readonly data: string;
  /** The answer as the record of waiting has it; undefined where it may be a secret. */
  readonly words: string | undefined;
};

/** The input that an answer is. Throws the reason why it must not be sent. */
function inputOf(terminal: Terminal, { kind, choices }: ProgramQuestion, { keys, text }: Answer): Input {
  const { emulator, echoOff } = terminal.screenState;
  const isSecret = echoOff || kind === 'auth';
  if (isSecret && (keys === undefined || !isKeyOfQuestion(keys, choices))) {
    throw new RpcError(
      ErrorCode.Conflict,
      'the program asks for a secret: type it in the terminal, where it is not recorded',
    );
  }
  if (keys !== undefined && inputParts(keys) !== undefined)
    throw new RpcError(ErrorCode.InvalidParams, 'keys: these begin a line for the shell');
  const input = answerInput(keys === undefined ? { text: text ?? '' } : { keys }, emulator.modes);
  if (!input.ok) throw new RpcError(ErrorCode.Conflict, input.reason);
  return { data: input.data, words: isSecret ? undefined : (text ?? wordsOfKeys(keys ?? '', choices)) };
}

/** Limit: processes between a hook and the terminal. */
const MOST_STEPS = 64;
/** Agents give each hook a session of its own, without a terminal. Ticks (1/100 s) for which such a session counts as that of a hook. */
const HOOK_TICKS = 1000;

/**
 * Whether a process runs in a terminal, whose first process is `first`; undefined where the system does not show it, as on macOS. Its
 * environment does not decide that: the background service of an agent (`claude --bg`) has the environment of the program that has started
 * it, and gives it to the sessions of all terminals.
 */
function runsIn(pid: number, first: number): boolean | undefined {
  const terminal = processStat(first)?.terminal ?? 0;
  if (terminal === 0) return undefined;
  const own = processStat(pid);
  for (let at = own, steps = 0; own !== undefined && at !== undefined && steps < MOST_STEPS; steps += 1) {
    if (at.terminal === terminal) return true;
    // A session without a terminal, other than that of a hook which has just been started, is a service.
    if (at.terminal === 0 && (at.session !== own.session || ageOf(at.session, own.start) > HOOK_TICKS))
      return false;
    at = processStat(at.parent);
  }
  return false;
}

/** By how many ticks a process is older than one that began then. */
function ageOf(pid: number, start: string): number {
  return Number(start) - Number(processStat(pid)?.start ?? start);
}
