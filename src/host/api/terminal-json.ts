/** A terminal as the HTTP API names and shows it. */

import { terminalUri } from '../../protocol/common/uri.ts';
import { AUTHORITIES, BLOCKED_KINDS, PROGRAM_STATES } from '../../protocol/terminal/program-status.ts';
import { flag, list, millis, type Named, object, text, time, whole } from '../listener/described.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Ids of terminals in paths are the short part of one of cotty's URIs, or any whole URI. */
const OURS = terminalUri('');
/** Only characters that no URL parser changes, and no dot at the beginning. */
const SHORT = /^[\w-][\w.@+~-]*$/;

export function idOf(uri: string): string {
  const short = uri.startsWith(OURS) ? uri.slice(OURS.length) : '';
  return SHORT.test(short) ? short : uri;
}

/** What a program or a part of it does. Its texts are its own. */
const programFields = {
  state: {
    enum: [...PROGRAM_STATES],
    description:
      'blocked: it waits for a person; done and error stay until the next command, or until its next report',
  },
  id: { ...text, description: 'a path; empty for the program itself' },
  'kind?': { enum: [...BLOCKED_KINDS], description: 'what a blocked program waits for' },
  'progress?': {
    type: 'integer',
    minimum: 0,
    maximum: 100,
    description: 'percent, of a program that works or is blocked',
  },
  'app?': { ...text, description: 'its stable name, such as codex' },
  'title?': { ...text, description: 'untrusted text of the program: show it in quotes, unless `by` is hook' },
  'msg?': {
    ...text,
    description:
      'untrusted text of the program, such as its question: show it in quotes, unless `by` is hook',
  },
  since: { ...millis, description: 'Unix milliseconds since when it has that state' },
  'seen?': { const: true, description: 'a user has seen that it is done, or has failed' },
};

/** The schema of the fields that `viewOf` returns. */
export const terminalFields = {
  id: text,
  uri: text,
  title: text,
  'purpose?': text,
  'command?': text,
  'shell?': text,
  'running?': object({ commandLine: text, timestamp: millis, 'writer?': text }),
  'program?': object({
    ...programFields,
    by: {
      enum: [...AUTHORITIES],
      description:
        'who reports it: the program itself (OSC 7501), its hooks, or rules that read title, notices and screen; only hooks have the secret of the terminal, any output can contain the rest',
    },
    'parts?': list(object(programFields)),
  }),
  'last?': object({ commandLine: text, 'exitCode?': { type: 'integer' }, finishedAt: millis }),
  status: { enum: ['running', 'exited'] },
  'exitCode?': { type: 'integer' },
  'pid?': whole,
  'cwd?': text,
  'cols?': whole,
  'rows?': whole,
  'createdBy?': { ...text, description: 'user:NAME or agent:HANDLE' },
  'holder?': object({ name: text, connected: flag, 'via?': text }),
  'askedBy?': text,
  'createdAt?': time,
  'uptime?': { ...whole, description: 'milliseconds' },
};

export const terminalSchema: Named = {
  name: 'Terminal',
  schema: object({ ...terminalFields, 'closed?': { const: true }, 'closedUntil?': time }),
};

export function viewOf({ uri, state, meta }: Terminal, now: number): object {
  const { title, lifecycle, cwd, cols, rows } = state;
  const { pid, shell, purpose, running, last, createdBy, created, holder, askedBy, program } = meta;
  const isRunning = lifecycle.status === 'running';
  return {
    id: idOf(uri),
    uri,
    title,
    purpose,
    command: running?.commandLine ?? last?.commandLine ?? shell,
    shell,
    running,
    program,
    last,
    status: lifecycle.status,
    exitCode: lifecycle.status === 'exited' ? lifecycle.exitCode : undefined,
    pid,
    cwd: cwd === undefined ? undefined : pathOf(cwd),
    cols,
    rows,
    createdBy,
    holder,
    askedBy,
    createdAt: created === undefined ? undefined : new Date(created).toISOString(),
    uptime: created === undefined || !isRunning ? undefined : Math.max(0, now - created),
  };
}

/** Returns the path of a file URI; other URIs are returned as they are. */
function pathOf(uri: string): string {
  try {
    const { protocol, host, pathname } = new URL(uri);
    return protocol === 'file:' && host === '' ? decodeURIComponent(pathname) : uri;
  } catch {
    // Shells may report anything.
    return uri;
  }
}
