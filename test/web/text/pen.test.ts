import { describe, expect, it } from 'vitest';
import { afterSgr } from '../../../src/web/text/pen.ts';

describe('afterSgr', () => {
  it('knows the 16 colours, the 256 and the true ones', () => {
    expect(afterSgr(undefined, '31;42')).toEqual({ fg: 1, bg: 2 });
    expect(afterSgr(undefined, '91;107')).toEqual({ fg: 9, bg: 15 });
    expect(afterSgr(undefined, '38;5;208')).toEqual({ fg: 208 });
    expect(afterSgr(undefined, '48;2;1;2;255')).toEqual({ bg: '#0102ff' });
  });

  it('reads colours whose parts are divided by colons, with a colour space or without', () => {
    expect(afterSgr(undefined, '38:2::10:20:30')).toEqual({ fg: '#0a141e' });
    expect(afterSgr(undefined, '38:2:10:20:30')).toEqual({ fg: '#0a141e' });
    expect(afterSgr(undefined, '38:5:9;1')).toEqual({ fg: 9, bold: true });
  });

  it('takes back what it is told to, and all without parameters', () => {
    expect(afterSgr({ bold: true, dim: true, fg: 3 }, '22')).toEqual({ fg: 3 });
    expect(afterSgr({ bold: true, underline: true }, '')).toBeUndefined();
    expect(afterSgr({ underline: true }, '4:0')).toBeUndefined();
    expect(afterSgr({ fg: 1, bg: 2 }, '39;49')).toBeUndefined();
  });

  it('does not take the parts of a colour that it does not show for attributes', () => {
    expect(afterSgr(undefined, '58;5;1;3')).toEqual({ italic: true });
    expect(afterSgr(undefined, '38;5;300;1')).toEqual({ bold: true });
  });
});
