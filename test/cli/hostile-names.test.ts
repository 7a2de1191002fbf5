/** What subcommands and agents' tools print of names that hold line breaks, escape sequences and marks of direction. */

import { describe, expect, test } from 'vitest';
import { formatHistory } from '../../src/cli/history/history-table.ts';
import { runningLine } from '../../src/cli/host/running-line.ts';
import { toldLine } from '../../src/cli/scripts/follow/told-command.ts';
import { groupTable, prefixesOf } from '../../src/cli/scripts/group/group-output.ts';
import { formatTable, listed } from '../../src/cli/terminals/ls.ts';
import { summary } from '../../src/mcp/answers/summary.ts';
import { META_KEY } from '../../src/protocol/common/meta.ts';
import { nameText } from '../../src/protocol/common/name-text.ts';
import type { TerminalInfo, TerminalState } from '../../src/protocol/terminal/state.ts';
import { rowOf } from '../../src/web/model/terminal-rows.ts';

const EVIL = 'a\nb\r\x1b[2J\x1b]0;x\x07\u202egpj\u2028\u0085\x9b31m\x7fz';

/** What each prints, given one name for everything that has one. */
const printers: Readonly<Record<string, (name: string) => string>> = {
  'cotty ls': (name) => formatTable([listed(infoOf(name), stateOf(name))], '/home/me', 200),
  'cotty kill, cotty host stop': (name) => `${runningLine(infoOf(name))}\n`,
  'cotty history': (name) =>
    formatHistory([{ terminal: name, uri: 'ahp-terminal:/x', record: recordOf(name) }]),
  'cotty run --each': (name) =>
    groupTable([{ terminal: name, state: 'ended', code: 0, note: name }], { colours: false }),
  'lines of cotty run --each': (name) => `${prefixesOf([name, 'other'], false).join('\n')}\n`,
  'cotty watch': (name) =>
    `${toldLine({ channel: 'ahp-terminal:/x', terminal: name, record: recordOf(name) } as never)}\n`,
  'term_list of agents': (name) => {
    const text = { name, title: name, purpose: name, shell: name, cwd: name, created_by: name, holder: name };
    const all = {
      ...text,
      id: 'x',
      pid: 1,
      status: 'running',
      exit_code: null,
      started_at: null,
      asked_by: name,
      notes: 1,
      newest_note: { seq: 1, by: name, note: name },
      bookmarks: 0,
    };
    return summary([
      { ...all, held_by_you: false, running: null, program: null, last: null, subscribed: false } as never,
    ]);
  },
  'a row of the page': (name) => {
    const info = infoOf(name);
    const context = {
      me: { clientId: 'me', writer: 'user:me' },
      home: '/home/me',
      seen: () => undefined,
    };
    return Object.values(rowOf(info, context))
      .filter((value) => typeof value === 'string')
      .join('\n');
  },
};

function metaOf(name: string) {
  return {
    running: { commandLine: name, timestamp: 0, writer: `agent:${name}` },
    holder: { name, connected: true },
    cwd: `file:///${encodeURIComponent(name)}`,
    createdBy: `user:${name}`,
    purpose: name,
    shell: name,
  };
}

function infoOf(title: string): TerminalInfo {
  return {
    resource: 'ahp-terminal:/x',
    title,
    claim: { kind: 'client', clientId: title },
    lifecycle: { status: 'running' },
    _meta: { [META_KEY]: metaOf(title) },
  };
}

function stateOf(name: string): TerminalState {
  const { resource: _, ...info } = infoOf(name);
  return { ...info, cwd: `file:///${encodeURIComponent(name)}`, cols: 80, rows: 24, content: [] };
}

function recordOf(name: string) {
  const record = {
    seq: 1,
    commandLine: name,
    writer: `agent:${name}`,
    startedAt: 0,
    finishedAt: 1,
    exitCode: 0,
  };
  return {
    ...record,
    output: '',
    cwd: `/${name}`,
    started_at: '1970-01-01T00:00:00.000Z',
    cmd: name,
    finished_at: null,
    duration_s: 1,
    exit: 0,
    where: { host: name, user: name },
  } as never;
}

/** All that a name may add to what is printed is text: neither a line, nor a sequence. */
describe.each(Object.entries(printers))('%s', (_who, print) => {
  test('prints as many lines of a hostile name as of a harmless one, and no character that acts', () => {
    const printed = print(EVIL);
    expect(printed.split('\n')).toHaveLength(print('harmless').split('\n').length);
    expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(printed).toContain(nameText(EVIL).slice(-5));
  });
});
