/**
 * The internals of xterm.js 6.0.0 that the emulator uses, and the check that the installed version has them.
 * Only `screen/emulator` and `screen/image` may use them. The public interface is not enough: it writes asynchronously, reads rows
 * slowly, and does not expose the state that the serialiser needs.
 */
import type { Terminal } from '@xterm/headless';

export type CoreAttributes = {
  readonly fg: number;
  readonly bg: number;
  readonly extended: CoreExtended;
};

/** A cell to fill rows with. */
export type CoreBlank = { readonly content: number; readonly fg: number; readonly bg: number };

export type CoreExtended = {
  readonly _ext: number;
  urlId: number;
  underlineColor: number;
  clone(): CoreExtended;
  isEmpty(): boolean;
};

export type CoreLine = {
  _data: Uint32Array;
  readonly _combined: Readonly<Record<number, string | undefined>>;
  readonly _extendedAttrs: Record<number, CoreExtended | undefined>;
  readonly length: number;
  isWrapped: boolean;
};

type CoreEvent<T> = (listener: (value: T) => void) => { dispose(): void };

export type CoreLines = {
  readonly length: number;
  readonly maxLength: number;
  get(index: number): CoreLine | undefined;
  splice(start: number, deleted: number, ...added: readonly CoreLine[]): void;
  readonly onTrim: CoreEvent<number>;
  readonly onInsert: CoreEvent<{ readonly index: number; readonly amount: number }>;
  readonly onDelete: CoreEvent<{ readonly index: number; readonly amount: number }>;
};

export type CoreBuffer = {
  readonly lines: CoreLines;
  ybase: number;
  ydisp: number;
  x: number;
  y: number;
  readonly scrollTop: number;
  readonly scrollBottom: number;
  readonly savedX: number;
  savedY: number;
  readonly savedCurAttrData: CoreAttributes & { bg: number };
  readonly savedCharset: object | undefined;
  readonly tabs: Readonly<Record<number, boolean | undefined>>;
  readonly _bufferService: { readonly cols: number };
  readonly _rows: number;
};

/** Parameters of a control sequence. Handlers may write to `params`; this is how excessive counts are limited. */
export type CoreParams = { readonly params: Int32Array; readonly length: number };

/** A handler that receives the text of a sequence in pieces. */
export type CoreStringPart = { put(data: Uint32Array, start: number, end: number): void };
type CoreOscPart = CoreStringPart & { start(): void; end(success: boolean): boolean };
type CoreDcsPart = CoreStringPart & { hook(params: CoreParams): void; unhook(success: boolean): boolean };
type CoreDcsId = { intermediates: string; final: string };

export type CoreParser = {
  /** What the parser does by state and character: `action << 4 | next state`. All terminals of a process share it. */
  readonly _transitions: { readonly table: Uint8Array };
  readonly currentState: number;
  readonly precedingJoinState: number;
  registerCsiHandler(
    id: { prefix?: string; intermediates?: string; final: string },
    run: (params: CoreParams) => boolean,
  ): unknown;
  clearOscHandler(id: number): void;
  registerOscHandler(id: number, part: CoreOscPart): unknown;
  clearDcsHandler(id: CoreDcsId): void;
  registerDcsHandler(id: CoreDcsId, part: CoreDcsPart): unknown;
  reset(): void;
};

export type CoreInput = {
  readonly _parser: CoreParser;
  readonly _stringDecoder: { readonly _interim: number };
  _curAttrData: CoreAttributes & { extended: CoreExtended; updateExtended(): void };
  parse(data: string): unknown;
  print(codepoints: Uint32Array, start: number, end: number): void;
  lineFeed(): unknown;
  requestStatusString(asked: string, params: CoreParams): boolean;
  _restrictCursor(maxCol: number): void;
  _eraseInBufferLine(y: number, start: number, end: number, clearWrap: boolean, keepProtected: boolean): void;
  _resetBufferLine(y: number, keepProtected: boolean): void;
};

export type Core = {
  readonly _inputHandler: CoreInput;
  readonly buffers: { readonly normal: CoreBuffer; readonly alt: CoreBuffer; readonly active: CoreBuffer };
  readonly coreService: {
    isCursorHidden: boolean;
    readonly decPrivateModes: {
      readonly cursorStyle?: 'block' | 'underline' | 'bar' | undefined;
      readonly cursorBlink?: boolean | undefined;
      synchronizedOutput: boolean;
      sendFocus: boolean;
    };
  };
  readonly coreMouseService: {
    activeEncoding: string;
    addEncoding(name: string, encode: () => string): void;
  };
  readonly _charsetService: {
    readonly charset: object | undefined;
    readonly glevel: number;
    readonly _charsets: readonly (object | undefined)[];
  };
};

/** Returns the internals of a terminal. Throws when they do not have the shape declared above. */
export function coreOf(terminal: Terminal): Core {
  const core: unknown = Reflect.get(terminal, '_core');
  assertCore(core);
  return core;
}

/** Paths of the members we use, all of them required; those of a line are checked by `isLine`. */
const NEEDED: readonly (readonly [path: string, type: string])[] = [
  ['_inputHandler.parse', 'function'],
  ['_inputHandler._restrictCursor', 'function'],
  ['_inputHandler._eraseInBufferLine', 'function'],
  ['_inputHandler._resetBufferLine', 'function'],
  ['_inputHandler._stringDecoder._interim', 'number'],
  ['_inputHandler._curAttrData.fg', 'number'],
  ['_inputHandler._curAttrData.bg', 'number'],
  ['_inputHandler._curAttrData.extended._ext', 'number'],
  ['_inputHandler._curAttrData.extended.urlId', 'number'],
  ['_inputHandler._curAttrData.extended.clone', 'function'],
  ['_inputHandler._curAttrData.extended.isEmpty', 'function'],
  ['_inputHandler._curAttrData.updateExtended', 'function'],
  ['_inputHandler._parser.currentState', 'number'],
  ['_inputHandler._parser.precedingJoinState', 'number'],
  ['_inputHandler._parser._transitions.table', 'object'],
  ['_inputHandler._parser.registerCsiHandler', 'function'],
  ['_inputHandler._parser.clearOscHandler', 'function'],
  ['_inputHandler._parser.registerOscHandler', 'function'],
  ['_inputHandler._parser.clearDcsHandler', 'function'],
  ['_inputHandler._parser.registerDcsHandler', 'function'],
  ['_inputHandler._parser.reset', 'function'],
  ['_inputHandler.requestStatusString', 'function'],
  ['_inputHandler.print', 'function'],
  ['_inputHandler.lineFeed', 'function'],
  ['buffers.normal.lines.get', 'function'],
  ['buffers.normal.lines.splice', 'function'],
  ['buffers.normal.lines.onTrim', 'function'],
  ['buffers.normal.lines.onInsert', 'function'],
  ['buffers.normal.lines.onDelete', 'function'],
  ['buffers.normal.lines.length', 'number'],
  ['buffers.normal.lines.maxLength', 'number'],
  ['buffers.normal.savedCurAttrData.fg', 'number'],
  ['buffers.normal.ydisp', 'number'],
  ['buffers.normal.savedX', 'number'],
  ['buffers.normal.savedY', 'number'],
  ['buffers.normal.scrollTop', 'number'],
  ['buffers.normal.scrollBottom', 'number'],
  ['buffers.normal.tabs', 'object'],
  ['buffers.normal._bufferService.cols', 'number'],
  ['buffers.normal._rows', 'number'],
  ['buffers.normal.hasScrollback', 'boolean'],
  ['buffers.normal.clear', 'function'],
  ['buffers.normal.fillViewportRows', 'function'],
  ['buffers.normal.getBlankLine', 'function'],
  ['buffers.normal.getNullCell', 'function'],
  ['buffers.alt.ybase', 'number'],
  ['buffers.active.x', 'number'],
  ['buffers.active.y', 'number'],
  ['coreService.isCursorHidden', 'boolean'],
  ['coreService.decPrivateModes', 'object'],
  ['coreService.decPrivateModes.synchronizedOutput', 'boolean'],
  ['coreService.decPrivateModes.sendFocus', 'boolean'],
  ['coreMouseService.activeEncoding', 'string'],
  ['coreMouseService.addEncoding', 'function'],
  ['_charsetService.glevel', 'number'],
  ['_charsetService._charsets', 'object'],
];

/** The package and version whose internals these are; package.json pins the same version. */
const EXPECTED = '@xterm/headless 6.0.0';

function assertCore(core: unknown): asserts core is Core {
  const missing = NEEDED.find(([path, type]) => typeof follow(core, path) !== type)?.[0];
  const wrong = missing ?? (isLine(firstLine(core)) ? undefined : 'buffers.normal.lines.get(0)');
  if (wrong === undefined) return;
  throw new Error(
    `cotty needs ${EXPECTED}, but "${wrong}" of the installed version is missing or different; ` +
      'reinstall the dependencies of cotty',
  );
}

function firstLine(core: unknown): unknown {
  const get = follow(core, 'buffers.normal.lines.get');
  return typeof get === 'function' ? get.call(follow(core, 'buffers.normal.lines'), 0) : undefined;
}

/** Whether a value is a line with three words per cell in one array. */
function isLine(line: unknown): boolean {
  const data = follow(line, '_data');
  return (
    data instanceof Uint32Array &&
    data.length === 3 * Number(follow(line, 'length')) &&
    typeof follow(line, '_combined') === 'object' &&
    typeof follow(line, '_extendedAttrs') === 'object' &&
    typeof follow(line, 'isWrapped') === 'boolean'
  );
}

function follow(from: unknown, path: string): unknown {
  let value: unknown = from;
  for (const name of path.split('.')) {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}
