/** What the outer terminal shows besides cells: the title of its window, progress, and colours of cursor and selection. */

import { colorSpec } from '../../screen/report/color-spec.ts';
import { oneLine } from './one-line.ts';
import { alternateScreen, plainScreen } from './outer-modes.ts';
import { type OuterProgress, progressBytes } from './outer-progress.ts';

/** Longest title in characters; no terminal shows more. */
const titleLimit = 200;

/** Colours that a program has set, `0xrrggbb` each; the terminal's own where undefined. */
export type OuterColors = {
  readonly cursor?: number | undefined;
  /** Background and foreground of what is selected. */
  readonly selection?: number | undefined;
  readonly selectedText?: number | undefined;
};

/** OSC numbers that set them; 100 more resets. */
const colorCodes = { cursor: 12, selection: 17, selectedText: 19 } as const;
const colorNames = ['cursor', 'selection', 'selectedText'] as const;

type Console = { readonly bareConsole: boolean };

const OWN_TITLE = '\x1b[23;0t';

/** Has the terminal remember its own title, and show its other screen. */
export function beginning({ bareConsole }: Console): string {
  return `${bareConsole ? '' : '\x1b[22;0t'}${alternateScreen}`;
}

/** Undoes `beginning`. */
export function ending({ bareConsole }: Console): string {
  return `${plainScreen}${bareConsole ? '' : OWN_TITLE}`;
}

/** Remembers what is wanted. Each method returns bytes: for what has changed, to begin again, to put all back. */
export class OuterDress {
  readonly #bareConsole: boolean;
  #title: string | undefined;
  #progress: OuterProgress | undefined;
  #colors: OuterColors = {};

  constructor(bareConsole: boolean) {
    this.#bareConsole = bareConsole;
  }

  title(title: string): string {
    if (title === this.#title) return '';
    this.#title = title;
    return this.#titleBytes();
  }

  progress(progress: OuterProgress | undefined): string {
    const before = progressBytes(this.#progress);
    this.#progress = progress;
    const bytes = progressBytes(progress);
    return bytes === before ? '' : bytes;
  }

  colors(colors: OuterColors): string {
    const before = this.#colors;
    this.#colors = colors;
    return this.#bareConsole ? '' : colorChange(before, colors);
  }

  again(): string {
    const progress = this.#progress === undefined ? '' : progressBytes(this.#progress);
    return this.#titleBytes() + progress + (this.#bareConsole ? '' : colorChange({}, this.#colors));
  }

  end(): string {
    const progress = this.#progress === undefined ? '' : progressBytes(undefined);
    if (this.#bareConsole) return progress;
    return `${OWN_TITLE}${progress}${colorChange(this.#colors, {})}`;
  }

  #titleBytes(): string {
    if (this.#bareConsole || this.#title === undefined) return '';
    return `\x1b]2;${oneLine(this.#title, titleLimit)}\x1b\\`;
  }
}

function colorChange(from: OuterColors, to: OuterColors): string {
  return colorNames
    .filter((name) => from[name] !== to[name])
    .map((name) => {
      const value = to[name];
      const code = colorCodes[name];
      return value === undefined ? `\x1b]${100 + code}\x1b\\` : `\x1b]${code};${colorSpec(value)}\x1b\\`;
    })
    .join('');
}
