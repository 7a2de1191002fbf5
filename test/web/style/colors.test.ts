/** The colours of the page can be read: text on each surface it stands on, in each theme. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const sheet = readFileSync(
  fileURLToPath(new URL('../../../src/web/style/colors.css', import.meta.url)),
  'utf8',
);

/** As WCAG asks of text. */
const LEAST = 4.5;

const SURFACES = ['body', 'side', 'surface', 'raised'];
const TEXTS = ['text', 'strong', 'dim', 'accent', 'good', 'bad', 'warn', 'agent'];
/** Text on what is not for every text. */
const PAIRS = [
  ['on-accent', 'accent'],
  ['on-bad', 'bad-fill'],
  ['text', 'news'],
  ['warn', 'news'],
  ['text', 'selection'],
  ['strong', 'selection'],
  ['text', 'mark'],
] as const;
/** Those of the 16 that programs write text in; the others are backgrounds, or fainter on purpose. */
const ANSI = [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14].map((number) => `ansi-${number}`);

type Colors = { readonly [name: string]: string };

function declared(block: string): ReadonlyMap<string, string> {
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

function blockOf(selector: string): string {
  const start = sheet.indexOf(`${selector} {`);
  expect(start).toBeGreaterThan(-1);
  return sheet.slice(start, sheet.indexOf('}', start));
}

/** Returns the side of each `light-dark(…)` that the theme takes. */
function colorsOf(values: ReadonlyMap<string, string>, side: 0 | 1): Colors {
  return Object.fromEntries(
    [...values].map(([name, value]) => {
      const both = /light-dark\(([^,]+),\s*([^)]+)\)/.exec(value);
      return [name, both === null ? value : (both[side + 1] ?? '')];
    }),
  );
}

const usual = declared(blockOf(':root'));
const themes = {
  light: colorsOf(usual, 0),
  dark: colorsOf(usual, 1),
  'high contrast': {
    ...colorsOf(usual, 1),
    ...colorsOf(declared(blockOf(':root[data-theme="contrast"]')), 1),
  },
};

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function tooFaint(colors: Colors, pairs: readonly (readonly [string, string])[]): readonly string[] {
  return pairs.flatMap(([text, surface]) => {
    const ratio = contrast(colors[text] ?? '', colors[surface] ?? '');
    return ratio >= LEAST ? [] : [`${text} on ${surface}: ${ratio.toFixed(2)}`];
  });
}

describe.each(Object.entries(themes))('the %s theme', (name, colors) => {
  it('has text of at least 4.5 : 1 on every surface', () => {
    const everywhere = SURFACES.flatMap((surface) => TEXTS.map((text) => [text, surface] as const));
    expect(tooFaint(colors, [...everywhere, ...PAIRS])).toEqual([]);
  });

  it('has the colours of programs readable on the body', () => {
    expect(
      tooFaint(
        colors,
        ANSI.map((ansi) => [ansi, 'body'] as const),
      ),
    ).toEqual([]);
  });

  it('knows every colour that it names', () => {
    expect(name).not.toBe('');
    for (const color of Object.values(colors)) expect(color).toMatch(/^(#[0-9a-f]{6,8}|var\(--[\w-]+\))$/);
  });
});
