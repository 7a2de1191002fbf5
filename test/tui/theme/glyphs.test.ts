import { describe, expect, it } from 'vitest';
import { textWidth } from '../../../src/screen/cells/text-width.ts';
import {
  ASCII_GLYPHS,
  type Glyphs,
  glyphsFor,
  MEASURED_GLYPHS,
  UNICODE_GLYPHS,
} from '../../../src/tui/theme/glyphs.ts';

const good = { term: 'xterm-256color', utf8: true, narrow: true };

function all(glyphs: Glyphs): string[] {
  return Object.values(glyphs).flat();
}

describe('glyph sets', () => {
  it('have only glyphs of one cell', () => {
    for (const glyph of [...all(UNICODE_GLYPHS), ...all(ASCII_GLYPHS)])
      expect([glyph, textWidth(glyph)]).toEqual([glyph, 1]);
  });

  it('have only ASCII in the ASCII set', () => {
    for (const glyph of all(ASCII_GLYPHS)) expect(glyph).toMatch(/^[!-~]$/);
  });

  it('tell the states of a tab, of a fold and of an exit apart in both sets', () => {
    for (const glyphs of [UNICODE_GLYPHS, ASCII_GLYPHS]) {
      const { tabActive, tabIdle, tabExited, folded, unfolded, success, failure, warning, restart, unknown } =
        glyphs;
      expect(new Set([tabActive, tabIdle, tabExited]).size).toBe(3);
      expect(folded).not.toBe(unfolded);
      // A header has the one, a tab the other.
      expect(glyphs.copy).not.toBe(glyphs.elsewhere);
      expect(new Set([success, failure, warning, restart, unknown]).size).toBe(5);
    }
  });

  it('are measured by glyphs that the set really has', () => {
    expect(MEASURED_GLYPHS.filter((glyph) => !all(UNICODE_GLYPHS).includes(glyph))).toEqual([]);
  });
});

describe('glyphsFor', () => {
  it('obeys the setting', () => {
    expect(glyphsFor('on', good)).toBe(ASCII_GLYPHS);
    expect(glyphsFor('off', { ...good, narrow: false })).toBe(UNICODE_GLYPHS);
  });

  it('takes ASCII where glyphs are drawn wide, the locale is no UTF-8, or the console is bare', () => {
    expect(glyphsFor('auto', good)).toBe(UNICODE_GLYPHS);
    expect(glyphsFor('auto', { ...good, narrow: undefined })).toBe(UNICODE_GLYPHS);
    expect(glyphsFor('auto', { ...good, narrow: false })).toBe(ASCII_GLYPHS);
    expect(glyphsFor('auto', { ...good, utf8: false })).toBe(ASCII_GLYPHS);
    expect(glyphsFor('auto', { ...good, term: 'linux' })).toBe(ASCII_GLYPHS);
  });
});
