/** Answers queries of programs on behalf of the host. Queries about the screen are answered by the emulator. */

import type { TerminalState } from '../../protocol/terminal/state.ts';
import { colorSpec } from '../../screen/report/color-spec.ts';
import { type ProgramColorSet, SPECIAL_COLORS } from '../../screen/report/program-colors.ts';
import type { ColorTarget, Query } from '../../shell/query.ts';
import type { HostScreen } from './host-screen.ts';
import type { OuterProfile } from './outer-profile.ts';

export type QueryContext = {
  /** Colours and cell size of the holder's outer terminal. */
  readonly outer: OuterProfile;
  /** Colours that programs of this terminal have set. */
  readonly set: ProgramColorSet | undefined;
  readonly cols: number;
  readonly rows: number;
  readonly version: string;
};

/** Default colours. Programs ask only to learn whether the background is dark. */
const DEFAULTS = { foreground: 'rgb:e5e5/e5e5/e5e5', background: 'rgb:0000/0000/0000' } as const;

/** Returns the reply to a query. An empty reply means that the feature is not supported. */
export function answerQuery(query: Query, asked: QueryContext): string {
  switch (query.kind) {
    case 'emulator':
    case 'graphics':
    case 'status':
      return '';
    case 'notices':
      // Titles and bodies are shown, whether the terminal is looked at or not; nothing is told of clicks, and nothing is closed.
      return `\x1b]99;i=${query.id}:p=?;o=always:p=title,body,?${query.terminator}`;
    case 'da1':
      return asked.outer.pictures === true ? WITH_SIXEL : WITHOUT_SIXEL;
    case 'sixel':
      return asked.outer.pictures === true ? sixelLimit(query.asked, asked) : '';
    case 'da3':
      return '\x1bP!|00000000\x1b\\';
    case 'xtversion':
      return `\x1bP>|cotty(${asked.version})\x1b\\`;
    case 'windowSize':
      return windowSize(query.report, asked);
    case 'color':
      return query.targets.map((target) => color(target, asked) + query.terminator).join('');
    case 'xtgettcap':
      return query.names.map(capability).join('');
  }
}

/** VT220 with sixel (4) and colours (22), as terminals with sixel report today; else VT100 with AVO, as xterm.js reports. */
const [WITH_SIXEL, WITHOUT_SIXEL] = ['\x1b[?62;4;22c', '\x1b[?1;2c'];

/** The usual number of colours. An image may be as large as the window. */
function sixelLimit(what: 'colors' | 'pixels', { cols, rows, outer: { cell } }: QueryContext): string {
  if (what === 'colors') return '\x1b[?1;0;256S';
  return cell === undefined ? '' : `\x1b[?2;0;${cols * cell.width};${rows * cell.height}S`;
}

/**
 * Reports a size in cells, or in pixels (14 to 16) if the size of a cell is known. A query for the title gets an empty one: a
 * program could set a title that reads as a command line.
 */
function windowSize(report: number, { cols, rows, outer: { cell } }: QueryContext): string {
  const pixels = (answer: number, across: number, down: number) =>
    cell === undefined ? '' : `\x1b[${answer};${down * cell.height};${across * cell.width}t`;
  switch (report) {
    case 14:
      return pixels(4, cols, rows);
    case 15:
      return pixels(5, cols, rows);
    case 16:
      return pixels(6, 1, 1);
    case 18:
      return `\x1b[8;${rows};${cols}t`;
    case 19:
      return `\x1b[9;${rows};${cols}t`;
    case 20:
      return '\x1b]L\x1b\\';
    case 21:
      return '\x1b]l\x1b\\';
    default:
      return '';
  }
}

function color({ code, index }: ColorTarget, { outer, set }: QueryContext): string {
  if (index === undefined) return `\x1b]${code};${dynamicColor(code, outer, set)}`;
  const slot = code === 5 ? SPECIAL_COLORS + index : index;
  const value = set?.indexed.get(slot);
  const usual = slot < SPECIAL_COLORS ? paletteColor(slot) : dynamicColor(FOREGROUND, outer, set);
  return `\x1b]${code};${index};${value === undefined ? usual : colorSpec(value)}`;
}

const FOREGROUND = 10;
const BACKGROUND = 11;
const CURSOR = 12;
/** Dynamic colours that default to the background: pointer, Tektronix background, selection. */
const LIKE_BACKGROUND: readonly number[] = [14, 16, 19];

function dynamicColor(code: number, outer: OuterProfile, set: ProgramColorSet | undefined): string {
  const value = set?.dynamic.get(code);
  if (value !== undefined) return colorSpec(value);
  if (code === FOREGROUND) return asRgb(outer.foreground) ?? DEFAULTS.foreground;
  if (code === BACKGROUND) return asRgb(outer.background) ?? DEFAULTS.background;
  const own = code === CURSOR ? asRgb(outer.cursor) : undefined;
  return own ?? dynamicColor(LIKE_BACKGROUND.includes(code) ? BACKGROUND : FOREGROUND, outer, set);
}

/** Converts `#rrggbb` to `rgb:rrrr/gggg/bbbb`, the form that programs expect. */
function asRgb(text: string | undefined): string | undefined {
  const hex = /^#((?:[0-9a-f]{3}){1,4})$/i.exec(text ?? '')?.[1];
  if (hex === undefined) return text;
  const width = hex.length / 3;
  const channel = (at: number) =>
    hex
      .slice(at * width, (at + 1) * width)
      .repeat(4)
      .slice(0, 4);
  return `rgb:${channel(0)}/${channel(1)}/${channel(2)}`;
}

const BASIC =
  '000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff'.split(
    ' ',
  );

/** Returns a colour of xterm's palette: 16 named colours, a cube of 6 × 6 × 6, 24 greys. */
function paletteColor(index: number): string {
  if (index < 16) return asRgb(`#${BASIC[index] ?? '000000'}`) ?? '';
  if (index > 231) return rgb(8 + 10 * (Math.min(index, 255) - 232), undefined, undefined);
  const cube = index - 16;
  const level = (step: number) => (step === 0 ? 0 : 55 + 40 * step);
  return rgb(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

function rgb(red: number, green = red, blue = red): string {
  const channel = (value: number) => value.toString(16).padStart(2, '0').repeat(2);
  return `rgb:${channel(red)}/${channel(green)}/${channel(blue)}`;
}

const CAPABILITIES: ReadonlyMap<string, string> = new Map([
  ['TN', 'xterm-256color'],
  ['Co', '256'],
  ['colors', '256'],
  ['RGB', '8/8/8'],
  ['Tc', ''],
  ['Su', ''],
  ['Smulx', '\x1b[4:%p1%dm'],
]);

function capability(name: string): string {
  const value = CAPABILITIES.get(name);
  if (value === undefined) return `\x1bP0+r${hex(name)}\x1b\\`;
  return `\x1bP1+r${hex(name)}${value === '' ? '' : `=${hex(value)}`}\x1b\\`;
}

function hex(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex').toUpperCase();
}

type Asked = Pick<QueryContext, 'version'> & {
  readonly outer: () => QueryContext['outer'];
  /** The size of a terminal if its state has none. */
  readonly size: Pick<QueryContext, 'cols' | 'rows'>;
  readonly state: TerminalState;
  /** The screen with everything printed before the query. */
  readonly screen: () => HostScreen;
};

/** The reply to a query of a program: from its screen, its settings, or the host. Returns an empty text when there is none. `raw` is the query as it was printed. */
export function replyTo(query: Query, raw: string, asked: Asked): string {
  if (query.kind === 'emulator') return asked.screen().ask(raw);
  const { state, screen, size, version, outer } = asked;
  if (query.kind === 'graphics') return outer().pictures === true ? screen().read().images.takeReply() : '';
  const { cols = size.cols, rows = size.rows } = state;
  const set = query.kind === 'color' ? screen().read().reports.colors.current : undefined;
  return answerQuery(query, { outer: outer(), set, cols, rows, version });
}
