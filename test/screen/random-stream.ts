/** Random terminal streams for property tests: pieces of text and control sequences a terminal knows. */
import fc from 'fast-check';

const upTo = (max: number) => fc.integer({ min: 0, max });
const csi = (final: string, max: number, prefix = '') =>
  upTo(max).map((count) => `\x1b[${prefix}${count === 0 ? '' : count}${final}`);
const oneOf = (...texts: string[]) => fc.constantFrom(...texts);

const ascii = fc.string({ unit: oneOf(...'abcdefgh XYZ#_~'), minLength: 1, maxLength: 14 });
const wide = oneOf('漢', '漢字かな', '한국어', '👍🏽', '👨‍👩‍👧‍👦', '🇩🇪🇫🇷', '❤️', '🚀x', '\u{20001}');
const joining = oneOf('e\u0301', '\u0301', 'a\u200bb', 'é', '─', '\u0300\u0301', '🇩');

const narrow = fc.oneof({ weight: 6, arbitrary: ascii }, { weight: 1, arbitrary: oneOf('é', '─') });
const words = fc.oneof(
  { weight: 6, arbitrary: ascii },
  { weight: 2, arbitrary: wide },
  { weight: 1, arbitrary: joining },
);

const SGR = [
  ...[
    '0',
    '1',
    '2',
    '3',
    '4',
    '4:0',
    '4:2',
    '4:3',
    '4:5',
    '5',
    '7',
    '8',
    '9',
    '21',
    '22',
    '23',
    '24',
    '25',
    '27',
  ],
  ...[
    '28',
    '29',
    '31',
    '39',
    '42',
    '49',
    '53',
    '55',
    '95',
    '106',
    '38;5;3',
    '38;5;200',
    '48;5;77',
    '38;2;1;2;3',
  ],
  ...['48;2;200;100;50', '58:2::9:8:7', '58;5;4', '58:5:99', '59', ''],
];
const pens = fc.array(oneOf(...SGR), { maxLength: 4 }).map((codes) => `\x1b[${codes.join(';')}m`);
const lineFeeds = oneOf('\r\n', '\n', '\r', '\r\n\r\n\r\n');

const movements = fc.oneof(
  oneOf('\b', '\t', '\x1bD', '\x1bE', '\x1bM', '\x0b'),
  fc.tuple(upTo(12), upTo(30)).map(([y, x]) => `\x1b[${y};${x}H`),
  ...['A', 'B', 'C', 'D', 'E', 'F', 'G', 'd', 'I', 'Z', '`', 'a', 'e'].map((final) => csi(final, 12)),
);
const edits = fc.oneof(
  ...['J', 'K', '?J', '?K'].map((end) => csi(end.slice(-1), 2, end.slice(0, -1))),
  csi('J', 3),
  ...['X', '@', 'P', 'L', 'M', 'S', 'T', 'b'].map((final) => csi(final, 6)),
  ...[' @', ' A', "'}", "'~"].map((final) => csi(final, 3)),
);
const regions = fc.oneof(
  fc.tuple(upTo(9), upTo(9)).map(([top, bottom]) => `\x1b[${top};${bottom}r`),
  oneOf('\x1b[r', '\x1b[?6h', '\x1b[?6l'),
);
const set = (modes: string[]) =>
  fc.tuple(oneOf(...modes), oneOf('h', 'l')).map(([mode, final]) => `\x1b[${mode}${final}`);

const saved = oneOf('\x1b7', '\x1b8', '\x1b[s', '\x1b[u', '\x1b[?1048h', '\x1b[?1048l');
const screens = set(['?1049', '?47', '?1047']);
const charsets = oneOf('\x1b(0', '\x1b(B', '\x1b)0', '\x1b(A', '\x1b*K', '\x0e', '\x0f', '\x1bn', '\x1b~');
const modes = set([
  ...['4', '20', '?1', '?12', '?25', '?45', '?66', '?9', '?1000', '?1002', '?1003', '?1004', '?1006'],
  ...['?1005', '?1015', '?1016', '?2004', '?2026'],
]);
const rare = oneOf('\x1b#8', '\x1b[!p', '\x1bc', '\x1b=', '\x1b>', '\x1b[3 q', '\x1b[6 q', '\x1b[0 q');
const others = oneOf('\x1bH', '\x1b[g', '\x1b[3g', '\x1b[1"q', '\x1b[0"q', '\x1b]2;title\x07', '\x07');
const links = oneOf(
  '\x1b]8;;http://one.example/\x1b\\',
  '\x1b]8;id=2;http://two.example/\x07',
  '\x1b]8;;\x07',
);

const colors = oneOf(
  '\x1b]4;1;#102030;200;rgb:ff/80/00\x07',
  '\x1b]5;0;red\x1b\\',
  '\x1b]10;#eee;rgb:11/22/33\x07',
  '\x1b]17;white\x07',
  '\x1b]104;1\x07',
  '\x1b]104\x07',
  '\x1b]105\x07',
  '\x1b]110\x1b\\',
);

/** What programs that draw send. `wrapOff` swaps wide characters for switching wrapping off, see serialise.ts. */
export function streams(maxLength: number, { wrapOff = false } = {}): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 12, arbitrary: wrapOff ? narrow : words },
    ...[pens, lineFeeds, movements, edits].map((arbitrary) => ({ weight: 4, arbitrary })),
    ...[regions, saved, screens, charsets, modes, rare, others, links, colors].map((arbitrary) => ({
      weight: 1,
      arbitrary,
    })),
    { weight: wrapOff ? 1 : 0, arbitrary: set(['?7']) },
  );
  return fc.array(piece, { maxLength }).map((pieces) => pieces.join(''));
}

/** What programs that write lines send: text, tabs, line ends, colours, and the rest of a line erased. */
export function lineStreams(pieces: number): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 4, arbitrary: words },
    { weight: 2, arbitrary: pens },
    { weight: 5, arbitrary: oneOf('\r\n', '\r\n', '\r\n\r\n\r\n', '\n', '\r') },
    { weight: 1, arbitrary: oneOf('\t', '\t\t', '\r\t') },
    { weight: 1, arbitrary: oneOf('\x1b[K', '\x1b[1K', '\x1b[2K') },
    { weight: 1, arbitrary: upTo(60).map((length) => 'wrapping '.repeat(7).slice(0, length)) },
  );
  return fc.array(piece, { minLength: pieces / 2, maxLength: pieces }).map((parts) => parts.join(''));
}

/** What full-screen programs send: rows addressed and written to their end, in colours, here and there something else. */
export function drawnStreams(pieces: number, rows: number): fc.Arbitrary<string> {
  const text = fc.string({ unit: oneOf(...'abc #─█'), minLength: 1, maxLength: 9 });
  const toRow = upTo(rows + 1).map((y) => (y % 2 === 0 ? `\x1b[${y};1H` : `\x1b[${y}d\r`));
  const row = fc.tuple(toRow, pens, text, oneOf('\x1b[K', '\x1b[m\x1b[K', '')).map((parts) => parts.join(''));
  const switches = oneOf('\x1b[?25l', '\x1b[?25h', '\x1b[?2026h', '\x1b[?2026l', '\x1b(0', '\x1b(B');
  const moves = fc.oneof(...['A', 'B', 'C', 'D', 'G', 'd', 'H'].map((final) => csi(final, 9)));
  const piece = fc.oneof(
    { weight: 12, arbitrary: row },
    { weight: 2, arbitrary: pens },
    { weight: 2, arbitrary: switches },
    { weight: 1, arbitrary: fc.oneof(text, moves, oneOf('\r', '\r\n', '\n', '\x1b[K', '\x1b[2J')) },
  );
  return fc.array(piece, { minLength: pieces / 2, maxLength: pieces }).map((parts) => parts.join(''));
}
