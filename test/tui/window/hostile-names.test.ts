/** Every view of the window, with names that hold line breaks, escape sequences and marks of direction. */

import { describe, expect, test } from 'vitest';
import { holderOf } from '../../../src/client/holder.ts';
import { META_KEY } from '../../../src/protocol/common/meta.ts';
import { nameText } from '../../../src/protocol/common/name-text.ts';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import type { TerminalInfo, TerminalState } from '../../../src/protocol/terminal/state.ts';
import type { Model } from '../../../src/tui/model/model.ts';
import { withToast } from '../../../src/tui/model/step.ts';
import { command, NOW, shoot } from '../../support/tui-frame.ts';
import { Driver, IDLE_READING, ME, terminal } from '../../support/tui-model.ts';

const EVIL = 'a\nb\r\x1b[2J\x1b]0;x\x07\u202egpj\u2028\u0085\x9b31m\x7fz';
type Wash = (name: string) => string;
const asIs: Wash = (name) => name;

/** Terminals whose every name is hostile. */
function terminals(wash: Wash): TerminalInfo[] {
  const evil = wash(EVIL);
  const meta = {
    cwd: `file:///home/me/${encodeURIComponent(evil)}`,
    shell: evil,
    foreground: evil,
    purpose: evil,
    programTitle: evil,
    titledByCommand: true,
    createdBy: `user:${evil}`,
    askedBy: evil,
    holder: { name: evil, connected: true },
    running: { commandLine: 'sleep 9', timestamp: NOW - 60_000, writer: `agent:${evil}` },
    port: 1,
  } as unknown as TerminalMeta;
  const other = { kind: 'client', clientId: evil } as const;
  const agent = { kind: 'session', session: `ahp-session:/${evil}` } as const;
  return [
    { ...terminal('own', { meta }), title: evil },
    { ...terminal('2', { meta, claim: other }), title: '2' },
    { ...terminal('3', { meta, claim: agent }), title: evil },
    { ...terminal('4', { meta: { ...meta, running: undefined } as never, claim: other }), title: '4' },
    { ...terminal('5', { meta, claim: other }), title: evil, executionTarget: 'client' } as TerminalInfo,
    { ...terminal('6', { meta }), lifecycle: { status: 'exited', exitCode: 1 }, title: evil },
  ];
}

function driverWith(wash: Wash): Driver {
  const driver = new Driver();
  driver.now = NOW;
  driver.model = { ...driver.model, size: { cols: 110, rows: 30 } };
  driver.list(...terminals(wash));
  driver.reading = { ...IDLE_READING, cwd: `file:///home/me/${encodeURIComponent(wash(EVIL))}` };
  return driver;
}

const state = (wash: Wash): TerminalState => ({
  title: wash(EVIL),
  cols: 110,
  rows: 28,
  claim: { kind: 'client', clientId: ME },
  lifecycle: { status: 'running' },
  supportsCommandDetection: true,
  content: [
    command('1', 'true', 'out\r\n', {
      _meta: {
        [META_KEY]: {
          writer: `agent:${wash(EVIL)}`,
          where: { shell: wash(EVIL), user: wash(EVIL), host: wash(EVIL) },
        },
      },
    }),
    { type: 'unclassified', value: '$ ' },
  ],
});

/** Each view by the keys that lead there from RUN, or by what the model says. */
const views: Readonly<Record<string, (driver: Driver, wash: Wash) => void>> = {
  RUN: () => {},
  BROWSE: (driver) => void driver.type('\x1b'),
  'the palette': (driver) => void driver.type('\x1b[20~'),
  'what ended elsewhere': (driver) => void driver.type('\x1b[24~'),
  help: (driver) => void driver.type('\x1b').type('?'),
  'the list of tabs': (driver) => {
    driver.model = {
      ...driver.model,
      dialog: { kind: 'tabs', editor: emptyEditor(driver.model), selected: 0 },
    };
  },
  'the page of agents': (driver, wash) => {
    const agents = [{ handle: nameText(wash(EVIL)), since: NOW - 5000, holds: ['ahp-terminal:/3'] }];
    driver.notify({ kind: 'agents', agents: { kind: 'known', list: agents } } as never);
    driver.model = { ...driver.model, dialog: { kind: 'agents', scroll: 0 } };
  },
  'the question before a take-over': (driver, wash) => {
    const dialog = {
      kind: 'takeOver',
      uri: driver.model.active ?? '',
      holderId: 'x',
      holderName: holderNamed(wash(EVIL)),
      kept: '',
      fromEditor: false,
    } as const;
    driver.model = { ...driver.model, dialog };
  },
  'a question': (driver, wash) => {
    const dialog = {
      kind: 'confirm',
      question: `Close ${nameText(wash(EVIL))}?`,
      yes: { kind: 'close', uri: 'x' },
    } as const;
    driver.model = { ...driver.model, dialog };
  },
  'the end of all': (driver) => {
    driver.model = { ...driver.model, dialog: { kind: 'endAll', editor: emptyEditor(driver.model) } };
  },
  'a message': (driver, wash) => {
    driver.model = withToast(driver.model, `not typed into ${wash(EVIL)}`, NOW, 'bad');
  },
  'a stack': (driver) => void driver.type('\x1b').type('\x17s'),
  'panes side by side': (driver) => void driver.type('\x1b[1;4C'),
};

/** The name of a holder as dialogs get it. */
function holderNamed(name: string): string {
  const claim = { kind: 'client', clientId: 'x' } as const;
  const meta = { holder: { name, connected: true } } as TerminalMeta;
  const holder = holderOf(terminal('held', { claim, meta }), { clientId: ME, writer: 'user:me' });
  return holder.kind === 'other' ? holder.name : '';
}

function emptyEditor(model: Model) {
  const view = Object.values(model.views)[0];
  if (view === undefined) throw new Error('no view');
  return view.editor;
}

describe.each(Object.keys(views))('%s', (name) => {
  test('shows hostile names as it shows harmless ones: on their lines, and as nothing but text', async () => {
    const shots = await Promise.all(
      [asIs, nameText].map(async (wash) => {
        const driver = driverWith(wash);
        views[name]?.(driver, wash);
        return shoot(driver.model, state(wash), driver.reading);
      }),
    );
    const [hostile, harmless] = shots;
    expect(hostile?.text).toBe(harmless?.text);
    expect(hostile?.text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(hostile?.text.split('\n')).toHaveLength(30);
  });
});
