import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inBackground } from '../../../src/client/claims.ts';
import type { CommandId } from '../../../src/client/commands/commands.ts';
import { META_KEY } from '../../../src/protocol/common/meta.ts';
import type { TerminalClaim, TerminalInfo } from '../../../src/protocol/terminal/state.ts';
import {
  askToEnd,
  askToRename,
  close,
  create,
  endAll,
  kill,
  rename,
  takeOver,
} from '../../../src/web/model/acts.ts';
import type { FrontTerminal } from '../../../src/web/model/front-terminal.ts';
import { OpenQuestion } from '../../../src/web/model/open-question.ts';
import { showBeside } from '../../../src/web/model/pane-acts.ts';
import { hashOf, type Place } from '../../../src/web/model/place.ts';
import type { Dialog } from '../../../src/web/model/subject.ts';
import { complete, submit } from '../../../src/web/model/submit.ts';
import { runCommand } from '../../../src/web/views/acts/page-acts.ts';
import { effort } from '../../support/effort.ts';
import { marks } from '../../support/memory-host.ts';
import { PageRig, WHO, type Who } from '../page-rig.ts';

type Event = (rig: PageRig, number: number) => unknown;

/** Limit: terminals that are open at a time, so that the same ones are met again. */
const MOST_OPEN = 4;
let made = 0;

// What other people, agents and programs do.

const SESSION = { kind: 'session', session: 'ahp-session:/ada', chat: 'ahp-chat:/ada' } as const;
const CLAIMS: { readonly [W in Who]: TerminalClaim } = {
  mara: { kind: 'client', clientId: 'window' },
  ben: { kind: 'client', clientId: 'ben' },
  ada: SESSION,
};

const who = (number: number): Who => WHO[number % WHO.length] ?? 'ben';

/** Calls of others may be refused: they are about what has gone meanwhile. */
const tried = (work: Promise<unknown>) => void work.catch(() => {});

function appear({ open, others }: PageRig, number: number): void {
  if (open.length >= MOST_OPEN) return;
  made += 1;
  const name = who(number);
  const claim = name === 'ada' ? inBackground(SESSION) : CLAIMS[name];
  tried(others[name].createTerminal({ channel: `ahp-terminal:/t${made}`, claim }));
}

/** Another holder takes a terminal over, or is refused. */
function claimBy({ others }: PageRig, name: Who, info: TerminalInfo | undefined): void {
  if (info === undefined) return;
  const { claim } = info;
  const from = claim.kind === 'client' ? claim.clientId : claim.session;
  others[name].dispatch(info.resource, {
    type: 'terminal/claimed',
    claim: CLAIMS[name],
    _meta: { [META_KEY]: { takeOverFrom: from } },
  });
}

const QUESTION = `\x1b[2J\x1b[HRun it?\r\n❯ 1. Yes\r\n  2. No\r\n`;
const report = (fields: string) => `\x1b]7501;${fields}:app=ada\x1b\\`;

function print(rig: PageRig, number: number, text: string): void {
  const info = rig.some(number);
  if (info !== undefined) rig.pty(info.resource)?.print(text);
}

const ENDS: { readonly [what: string]: Event } = {
  exit: (rig, number) => {
    const info = rig.some(number);
    if (info?.lifecycle.status === 'running') rig.pty(info.resource)?.exit();
  },
  dispose: ({ others, open }, number) => {
    const info = open[number % open.length];
    if (info !== undefined) tried(others.ben.disposeTerminal(info.resource));
  },
  park: ({ others, open }, number) => {
    const info = open[number % open.length];
    if (info !== undefined) tried(others.mara.cotty.park(info.resource));
  },
  restore: ({ others }) => {
    const restored = others.mara.cotty
      .closed()
      .then(([last]) => last && others.mara.cotty.restore(last.resource));
    tried(restored);
  },
};

const OTHERS: { readonly [what: string]: Event } = {
  appear,
  rename: ({ others, open }, number) => {
    const info = open[number % open.length];
    if (info !== undefined)
      others[who(number)].dispatch(info.resource, { type: 'terminal/titleChanged', title: `name ${number}` });
  },
  claim: (rig, number) => claimBy(rig, who(number >> 2), rig.some(number)),
  ask: ({ others, open }, number) => {
    const info = open[number % open.length];
    if (info !== undefined) tried(others.ada.cotty.askFor(info.resource));
  },
  prompt: (rig, number) => print(rig, number, `${marks.prompt}$ `),
  command: (rig, number) => print(rig, number, `${marks.prompt}$ ${marks.start('make')}made\r\n`),
  end: (rig, number) => print(rig, number, `${marks.end(number % 2)}${marks.prompt}$ `),
  question: (rig, number) => {
    const info = rig.some(number);
    const pty = info && rig.pty(info.resource);
    if (pty === undefined) return;
    pty.modes = { echo: false, lineEditing: false, foreground: undefined };
    pty.print(
      `${marks.prompt}$ ${marks.start('agent')}${QUESTION}${report('state=blocked:kind=permission')}`,
    );
    rig.memory.clock.pass(1_000);
  },
  working: (rig, number) => print(rig, number, report('state=working')),
  done: (rig, number) => print(rig, number, report('state=done')),
  bell: (rig, number) => print(rig, number, '\x07'),
};

// What the person does, as the views let it be done.

/** What is typed for the terminal in front may be asked about first, which needs a claim then. */
function keys(rig: PageRig, data: (uri: string) => string): void {
  const front = rig.keys;
  if (front === undefined) return;
  rig.begin(front.uri, 'input', 'claim');
  front.screen.terminal.input(data(front.uri));
}

function line(rig: PageRig, act: (front: FrontTerminal) => void, later = false): void {
  const front = rig.keys;
  if (front === undefined || !front.takesLines.peek()) return;
  rig.edit(front.uri, later);
  act(front);
}

function sendLine(rig: PageRig, by: typeof submit): void {
  line(rig, (front) => {
    rig.sendLine(front.uri);
    by({ page: rig.page, front });
  });
}

const COMMANDS: readonly CommandId[] = [
  'tab.close',
  'tab.rename',
  'tab.new',
  'tab.next',
  'tab.last',
  'tab.list',
  'tab.endAll',
  'tab.replay',
  'mode.toggleRaw',
  'input.historySearch',
  'input.interrupt',
  'block.rerun',
  'block.rerunCompare',
  'block.edit',
  'block.bookmark',
  'block.note',
  'block.compare',
  'block.search',
  'claim.takeOver',
  'claim.handBack',
  'claim.decline',
  'find.everywhere',
  'feed.open',
  'agents.open',
  'help.open',
  'palette.open',
  'pane.splitRight',
  'pane.join',
  'pane.next',
  'pane.last',
  'pane.zoom',
  'pane.stack',
  'pane.rotate',
  'pane.breakOut',
  'pane.peek',
  'pane.fleet',
];

/** Runs a command for a terminal: that in front, unless the page is wrong. */
function command(rig: PageRig, number: number, uri = rig.page.panes.front.peek()): void {
  const id = COMMANDS[number % COMMANDS.length];
  if (id === undefined) return;
  if (uri !== undefined) {
    rig.begin(uri, 'input', 'claim', 'hand', 'rename', 'end', 'restore', 'annotate');
    rig.edit(uri);
  }
  runCommand(rig.page, id);
}

const isFree = ({ page }: PageRig) => !page.isModal.peek();

/** Does what the button of a dialog does. */
function accept(rig: PageRig, number: number): void {
  const { page } = rig;
  const dialog = page.dialog.peek();
  if (dialog === undefined) return;
  const asked = rig.askedFor;
  page.dialog.value = undefined;
  const done = accepted(rig, dialog, number, asked);
  if (done !== undefined) page.messages.watch(done);
}

function accepted(rig: PageRig, dialog: Dialog, number: number, asked: string | undefined) {
  const { page } = rig;
  switch (dialog.kind) {
    case 'rename':
      return void (asked !== undefined && rename(page, dialog.uri, rig.mark(asked)));
    case 'close':
      return close(page, dialog.uri);
    case 'kill':
      return kill(page, dialog.uri);
    case 'note':
      return asked === undefined ? undefined : dialog.keep(rig.mark(asked));
    case 'endAll':
      for (const { resource } of page.terminals.peek()) rig.begin(resource, 'end');
      return endAll(page);
    case 'takeOver':
      if (asked !== undefined) rig.sendLine(asked);
      return void takeOver(page, dialog.uri, dialog.kept);
    case 'history':
      if (asked !== undefined) rig.edit(asked);
      return void page.front.peek()?.write('make');
    case 'palette':
      return void command(rig, number, asked);
    case 'new':
      return create(page, { name: '', cwd: '', cwdIsDefault: true, purpose: '' });
    case 'tabs':
    case 'join': {
      const uri = rig.listed(number);
      if (uri === undefined) return undefined;
      return void (dialog.kind === 'join' ? showBeside(page, uri) : page.go({ kind: 'terminal', uri }));
    }
    default:
      return undefined;
  }
}

/** The questions that the person has open, as the page about the queue keeps them. */
const questions = new WeakMap<PageRig, Map<string, OpenQuestion>>();

function questionOf(rig: PageRig, uri: string): OpenQuestion {
  const known = questions.get(rig) ?? new Map<string, OpenQuestion>();
  questions.set(rig, known);
  const open = known.get(uri) ?? new OpenQuestion(uri, rig.page.client.cotty);
  known.set(uri, open);
  return open;
}

const PLACES: readonly ((uri: string) => Place)[] = [
  (uri) => ({ kind: 'terminal', uri }),
  (uri) => ({ kind: 'terminal', uri, block: 1 }),
  (uri) => ({ kind: 'compare', uri, seq: 1 }),
  (uri) => ({ kind: 'replay', uri }),
  (uri) => ({ kind: 'waiting', uri }),
  () => ({ kind: 'history', words: 'make' }),
  () => ({ kind: 'agents' }),
  () => ({ kind: 'start' }),
];

const TYPING: { readonly [what: string]: Event } = {
  key: (rig) => keys(rig, (uri) => rig.mark(uri)),
  keys: (rig) => keys(rig, (uri) => `${rig.mark(uri)}\r`),
  ctrl: (rig) => {
    rig.page.ctrl.value = true;
    keys(rig, () => 'c');
  },
  // The emulator pastes lines as it types them.
  paste: (rig) => keys(rig, (uri) => `${rig.mark(uri)}\r${rig.mark(uri)}`),
  write: (rig) =>
    line(rig, (front) => {
      const text = `${front.line.text.peek()}${rig.mark(front.uri)}`;
      front.line.input(text, text.length);
    }),
  submit: (rig) => sendLine(rig, submit),
  complete: (rig) => sendLine(rig, complete),
  walk: (rig, number) => line(rig, (front) => front.line.walk(number % 2 === 0 ? 'up' : 'down'), true),
  lastArgument: (rig) => line(rig, (front) => front.line.lastArgument(), true),
  clear: (rig) => line(rig, (front) => front.line.do({ type: 'clear' })),
};

const ACTS: { readonly [what: string]: Event } = {
  browse: (rig) => rig.keys?.browse(),
  find: (rig, number) => {
    const front = rig.keys;
    if (front !== undefined) rig.page.messages.watch(front.find.search(['make', 'm', ''][number % 3] ?? ''));
  },
  lookBack: (rig) => rig.keys?.lookBack(),
  command: (rig, number) => (isFree(rig) ? command(rig, number) : undefined),
  end: (rig, number) => {
    const uri = rig.listed(number);
    if (uri === undefined || !isFree(rig)) return;
    rig.begin(uri, 'end', 'restore');
    rig.page.messages.watch(askToEnd(rig.page, uri, number % 2 === 0 ? 'close' : 'kill'));
  },
  rename: (rig, number) => {
    const uri = rig.listed(number);
    if (uri === undefined || !isFree(rig)) return;
    rig.begin(uri, 'rename', 'claim');
    askToRename(rig.page, uri);
  },
  go: (rig, number) => {
    const uri = rig.listed(number);
    if (uri !== undefined && isFree(rig)) rig.page.go({ kind: 'terminal', uri });
  },
  hash: (rig, number) =>
    rig.browser.goTo(
      hashOf(PLACES[number % PLACES.length]?.(rig.listed(number >> 3) ?? '') ?? { kind: 'start' }),
    ),
  message: (rig, number) => {
    const { value } = rig.page.messages.all;
    const message = value[number % value.length];
    if (message === undefined || !isFree(rig)) return;
    rig.goOn(message);
    // As the button does; one without an act has only that which closes it.
    rig.page.messages.drop(message.id);
    message.act?.run();
  },
  question: (rig, number) => {
    const uri = rig.listed(number);
    if (uri !== undefined) void questionOf(rig, uri).read();
  },
  answer: (rig, number) => {
    const uri = rig.listed(number);
    if (uri === undefined || !isFree(rig)) return;
    rig.begin(uri, 'answer');
    void questionOf(rig, uri).answer({ text: rig.mark(uri) });
  },
  area: ({ page }, number) => {
    page.panes.area.value = { x: 0, y: 0, width: number % 2 === 0 ? 120 : 50, height: 40 };
  },
  hide: ({ browser }, number) => browser.show(number % 2 === 0, number % 4 === 0),
};

const DIALOGS: { readonly [what: string]: Event } = {
  accept,
  // The way back of the browser leads to another terminal under an open dialog.
  link: (rig, number) =>
    rig.browser.goTo(hashOf({ kind: 'terminal', uri: rig.listed(number) ?? 'ahp-terminal:/none' })),
  cancel: ({ page }) => {
    page.dialog.value = undefined;
  },
};

const CONNECTION: { readonly [what: string]: Event } = {
  slow: (rig) => {
    rig.isSlow = true;
  },
  fast: (rig) => {
    rig.isSlow = false;
  },
  lose: (rig) => rig.lose(),
  back: (rig) => rig.reach(),
  wait: (rig, number) => rig.settle([100, 700, 6_000, 61_000][number % 4]),
};

const EVENTS = {
  others: OTHERS,
  ends: ENDS,
  typing: TYPING,
  acts: ACTS,
  dialogs: DIALOGS,
  connection: CONNECTION,
};
type Happening = readonly [kind: keyof typeof EVENTS, what: string, number: number];

const of = (kind: keyof typeof EVENTS, weight: number) => ({
  weight,
  arbitrary: fc.tuple(fc.constant(kind), fc.constantFrom(...Object.keys(EVENTS[kind])), fc.nat(199)),
});
const happening: fc.Arbitrary<Happening> = fc.oneof(
  of('typing', 5),
  of('acts', 5),
  of('dialogs', 6),
  of('others', 5),
  of('ends', 1),
  of('connection', 2),
);

/** Opens a page with three terminals at their prompts: of mara's other window, of ben, and of ada. */
async function opened(): Promise<PageRig> {
  made = 0;
  const rig = await PageRig.open();
  for (const number of [0, 1, 2]) appear(rig, number);
  await rig.settle();
  for (const number of [0, 1, 2]) print(rig, number, `${marks.prompt}$ `);
  await rig.settle();
  return rig;
}

async function happen(happenings: readonly Happening[]): Promise<void> {
  const rig = await opened();
  try {
    for (const [kind, what, number] of happenings) {
      await EVENTS[kind][what]?.(rig, number);
      rig.look();
      await rig.settle();
      rig.look();
    }
    await rig.rest();
    rig.look();
    rig.lookAtRest();
    await rig.settle(2_000);
    rig.lookIdle();
  } finally {
    await rig.close();
  }
}

beforeEach(() => {
  const toFake = [
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'Date',
    'performance',
  ] as const;
  vi.useFakeTimers({ toFake: [...toFake] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a page', () => {
  const [mine, bens] = ['ahp-terminal:/t1', 'ahp-terminal:/t2'];
  let rig: PageRig;
  beforeEach(async () => {
    rig = await opened();
  });
  afterEach(() => rig.close());

  it('asks nothing about a terminal that is gone before the host has said what runs there', async () => {
    rig.isSlow = true;
    rig.page.messages.watch(askToEnd(rig.page, mine, 'kill'));
    await rig.settle();
    await rig.others.ben.disposeTerminal(mine);
    rig.isSlow = false;
    await rig.settle();
    expect(rig.page.info(mine)).toBeUndefined();
    expect(rig.page.dialog.value).toBeUndefined();
  });

  it('asks for no other name of a terminal that is gone when somebody takes it over for that', async () => {
    askToRename(rig.page, bens);
    await rig.others.ben.disposeTerminal(bens);
    await rig.settle();
    rig.page.messages.all.value[0]?.act?.run();
    expect(rig.page.dialog.value).toBeUndefined();
  });

  it('puts no question that comes late in the place of one that is open', async () => {
    rig.page.messages.watch(askToEnd(rig.page, mine, 'kill'));
    rig.page.dialog.value = { kind: 'settings' };
    await rig.settle();
    expect(rig.page.dialog.value).toEqual({ kind: 'settings' });
    const text = expect.stringMatching(/ stays as it is: another question is open\.$/);
    expect(rig.page.messages.all.value).toMatchObject([{ text }]);
  });

  it('takes nothing over from another holder than the one of its question', async () => {
    rig.page.go({ kind: 'terminal', uri: bens });
    await rig.settle();
    rig.page.front.value?.line.input('echo meant', 10);
    keys(rig, () => 'x');
    expect(rig.page.dialog.value).toMatchObject({ kind: 'takeOver', holder: 'ben' });
    claimBy(rig, 'mara', rig.page.info(bens));
    await rig.settle();
    const what = expect.stringMatching(/is not held by ben any more$/);
    expect(rig.page.dialog.value).toEqual({ kind: 'gone', what, line: 'echo meant' });
    expect(rig.page.front.value?.line.text.value).toBe('echo meant');
  });

  it('gives another name to the terminal for which it was asked, though another one has come to the front', async () => {
    await create(rig.page, { name: '', cwd: '', cwdIsDefault: true, purpose: '' });
    await rig.settle();
    const own = rig.page.panes.front.value ?? '';
    askToRename(rig.page, own);
    rig.browser.goTo(hashOf({ kind: 'terminal', uri: bens }));
    expect(rig.page.dialog.value).toEqual({ kind: 'rename', uri: own });
    rename(rig.page, own, 'named');
    await rig.settle();
    expect(rig.open.find(({ resource }) => resource === own)?.title).toBe('named');
  });

  it('runs nothing of the palette for another terminal than the one over which it was opened', async () => {
    rig.page.dialog.value = { kind: 'palette' };
    rig.browser.goTo(hashOf({ kind: 'terminal', uri: bens }));
    const what = expect.stringMatching(/is no longer in front$/);
    expect(rig.page.dialog.value).toMatchObject({ kind: 'gone', what });
  });

  it('leaves a line where it is that is not kept for a host that is away for too long', async () => {
    const run = (text: string) => {
      rig.page.front.value?.line.input(text, text.length);
      sendLine(rig, submit);
      return rig.page.front.value?.line.text.value;
    };
    rig.lose();
    await rig.settle();
    expect(run('kept')).toBe('');
    await rig.settle(61_000);
    expect(run('refused')).toBe('refused');
  });

  it('reports that a search was ended by the loss of the connection', async () => {
    rig.isSlow = true;
    ACTS['find']?.(rig, 0);
    rig.lose();
    await rig.settle();
    expect(rig.page.messages.all.value).toMatchObject([{ text: expect.stringContaining('connection') }]);
    expect(rig.page.front.value?.find.isSearching.value).toBe(false);
  });
});

describe('whatever people, agents, programs and the network do', () => {
  it('reaches no other terminal than the one for which it was begun', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 40, size: 'max' }), happen),
      effort(60),
    );
  });
});
