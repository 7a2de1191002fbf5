import xterm, { type Terminal } from '@xterm/headless';
import { describe, expect, test } from 'vitest';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { startOfInput, tokenise } from '../../../src/tui/input/key-input.ts';
import { encodeMouse } from '../../../src/tui/input/mouse.ts';
import type { MouseToken } from '../../../src/tui/input/token.ts';

const cell = { width: 10, height: 20 };
const size = { cols: 300, rows: 40 };

/** Buttons and actions as xterm.js numbers them. */
const BUTTONS = { left: 0, middle: 1, right: 2, none: 3, wheel: 4, button8: 8, button9: 9 } as const;
const ACTIONS = { up: 0, down: 1, left: 2, right: 3, move: 32 } as const;

type Happened = {
  readonly button: keyof typeof BUTTONS;
  readonly action: keyof typeof ACTIONS;
  readonly col: number;
  readonly row: number;
  readonly held: number;
};

type WithMouse = {
  readonly _core: { readonly coreMouseService: { triggerMouseEvent(event: object): boolean } };
};

/** What a bare terminal reports of an event in these modes; empty for nothing. */
function bare(terminal: Terminal, { button, action, col, row, held }: Happened): string {
  let reported = '';
  const listeners = [terminal.onData, terminal.onBinary].map((on) => on((data) => (reported += data)));
  (terminal as unknown as WithMouse)._core.coreMouseService.triggerMouseEvent({
    ...{ col, row, x: col * cell.width + cell.width / 2, y: row * cell.height + cell.height / 2 },
    ...{ button: BUTTONS[button], action: ACTIONS[action] },
    ...{ shift: (held & 4) !== 0, alt: (held & 8) !== 0, ctrl: (held & 16) !== 0 },
  });
  for (const listener of listeners) listener.dispose();
  return reported;
}

const written = (terminal: Terminal, data: string) => new Promise<void>((done) => terminal.write(data, done));

async function terminalWith(modes: string): Promise<Terminal> {
  const terminal = new xterm.Terminal({ ...size, allowProposedApi: true });
  await written(terminal, modes);
  return terminal;
}

/** What a program gets through cotty, whose outer terminal reports all events by SGR. */
function through(outer: Terminal, modes: Emulator['modes'], event: Happened): string {
  const { tokens } = tokenise(startOfInput, bare(outer, event));
  const pane = { left: 0, top: 0, ...size, cell };
  return tokens.map((token) => encodeMouse(token as MouseToken, pane, modes) ?? '').join('');
}

const places = [
  [0, 0],
  [94, 5],
  [95, 39],
  [222, 3],
  [223, 3],
  [299, 39],
] as const;

function events(): readonly Happened[] {
  const kinds: readonly (readonly [Happened['button'], readonly Happened['action'][]])[] = [
    ['left', ['down', 'move', 'up']],
    ['middle', ['down', 'move', 'up']],
    ['right', ['down', 'move', 'up']],
    ['button8', ['down', 'up']],
    ['button9', ['down', 'up']],
    ['none', ['move']],
    ['wheel', ['up', 'down', 'left', 'right']],
  ];
  const held = [0, 4, 8, 16, 28];
  return places.flatMap(([col, row]) =>
    held.flatMap((bits) =>
      kinds.flatMap(([button, actions]) =>
        actions.map((action) => ({ button, action, col, row, held: bits })),
      ),
    ),
  );
}

type Encoded = { readonly tracking: number; readonly encoding: number | undefined };

const modesOf = ({ tracking, encoding }: Encoded): string =>
  `\x1b[?${tracking}h${encoding === undefined ? '' : `\x1b[?${encoding}h`}`;

/** Events of which the two say different things. `encode` tells in the encoding of the program what a bare terminal said. */
async function differences(encoded: Encoded, bareModes: string, encode = (report: string) => report) {
  const [inner, outer] = await Promise.all([bareModes, '\x1b[?1003h\x1b[?1006h'].map(terminalWith));
  if (inner === undefined || outer === undefined) throw new Error('no terminal');
  const emulator = new Emulator({ ...size, scrollback: 0 });
  emulator.write(modesOf(encoded));
  return events()
    .filter((event) => isAgreed(event, encoded))
    .map((event) => ({
      event: JSON.stringify(event),
      bare: encode(bare(inner, event)),
      through: through(outer, emulator.modes, event),
    }))
    .filter(({ bare: alone, through: got }) => alone !== got);
}

/** Of further buttons xterm tells nothing in mode 9, and no releases but by SGR; xterm.js does both. */
function isAgreed({ button }: Happened, { tracking, encoding }: Encoded): boolean {
  const isSgr = encoding === 1006 || encoding === 1016;
  return !button.startsWith('button') || (tracking !== 9 && isSgr);
}

const tracked = [9, 1000, 1002, 1003];

describe('a program gets each event of the mouse as a bare terminal reports it', () => {
  test.each(
    tracked.flatMap((tracking) => [undefined, 1006, 1016].map((encoding) => ({ tracking, encoding }))),
  )('after %j', async (encoded) => {
    expect(await differences(encoded, modesOf(encoded))).toEqual([]);
  });

  // xterm.js has neither of these: as far as a byte reaches, the numbers are those of the first encoding.
  test.each(tracked)('after %i with 1005 or 1015', async (tracking) => {
    const first = modesOf({ tracking, encoding: undefined });
    const near = (differ: readonly { readonly event: string }[]) =>
      differ.filter(({ event }) => (JSON.parse(event) as Happened).col < 223);
    expect(near(await differences({ tracking, encoding: 1005 }, first))).toEqual([]);
    const inNumbers = (report: string) => {
      const [button = 0, x = 0, y = 0] = [3, 4, 5].map((at) => report.charCodeAt(at));
      return report && `\x1b[${button};${x - 32};${y - 32}M`;
    };
    expect(near(await differences({ tracking, encoding: 1015 }, first, inNumbers))).toEqual([]);
  });
});
