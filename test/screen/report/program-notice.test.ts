import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { KittyNotices, plainNotice, rxvtNotice } from '../../../src/screen/report/program-notice.ts';

function fed(...data: string[]): Emulator {
  const emulator = new Emulator({ cols: 20, rows: 3, scrollback: 0 });
  for (const text of data) emulator.write(text);
  return emulator;
}

describe('notices of programs', () => {
  test.each([
    ['\x1b]9;done\x07', { title: '', body: 'done' }],
    ['\x1b]777;notify;build;3 errors; 1 warning\x1b\\', { title: 'build', body: '3 errors; 1 warning' }],
    ['\x1b]99;;hello\x1b\\', { title: '', body: 'hello' }],
    [
      '\x1b]99;i=1:d=0;Claude\x1b\\\x1b]99;i=1:p=body;waits for you\x1b\\',
      { title: 'Claude', body: 'waits for you' },
    ],
    ['\x1b]99;e=1;aMOpIQ==\x1b\\', { title: '', body: 'hé!' }],
    // Title and body in pieces, each encoded or not; unknown keys do not count.
    [
      '\x1b]99;i=a:d=0:u=2;Cla\x1b\\\x1b]99;i=a:d=0:e=1;dWRl\x1b\\\x1b]99;i=a:d=0:p=body;waits \x1b\\\x1b]99;i=a:d=1:p=body:zz=1;now\x1b\\',
      { title: 'Claude', body: 'waits now' },
    ],
    // A part that is not shown may be the last.
    ['\x1b]99;i=1:d=0;ready\x1b\\\x1b]99;i=1:p=icon:e=1;AAAA\x1b\\', { title: '', body: 'ready' }],
    // Questions and requests between the parts are none.
    [
      '\x1b]99;i=1:d=0;one\x1b\\\x1b]99;i=1:p=close;\x1b\\\x1b]99;i=1:p=alive;\x1b\\\x1b]99;i=1:p=?;\x1b\\\x1b]99;i=1;two\x1b\\',
      { title: '', body: 'onetwo' },
    ],
    // Parts of another notice drop it.
    ['\x1b]99;i=1:d=0;one\x1b\\\x1b]99;i=2;two\x1b\\', { title: '', body: 'two' }],
    ['\x1b]99;p=body;only a body\x1b\\', { title: '', body: 'only a body' }],
  ])('are read wherever the output is cut: %j', (text, notice) => {
    for (let cut = 0; cut <= text.length; cut += 1) {
      const { reports } = fed(text.slice(0, cut), text.slice(cut));
      expect(reports.notice).toEqual({ n: 1, ...notice });
    }
  });

  test('are counted, and the last is kept', () => {
    expect(fed('\x1b]9;one\x07\x1b]9;two\x07').reports.notice).toEqual({ n: 2, title: '', body: 'two' });
  });

  test('are not what other commands of OSC 9, 99 and 777 say', () => {
    for (const text of [
      '9;4;1;50',
      '9;1;500',
      '9;',
      '99;p=close;x',
      '99;p=icon;x',
      '99;d=0;x',
      '99;x',
      '777;preexec;x',
      '777;notify',
    ]) {
      expect([text, fed(`\x1b]${text}\x07`).reports.notice]).toEqual([text, undefined]);
    }
    expect(fed('\x1b]9;4;1;50\x07').reports.progress).toEqual({ state: 'normal', percent: 50 });
  });

  test('have no control and no direction characters, and are short', () => {
    const kitty = new KittyNotices();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (text) => {
        for (const notice of [plainNotice(text), rxvtNotice(`notify;${text}`), kitty.read(`;${text}`)]) {
          const shown = `${notice?.title}${notice?.body}`;
          expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
          expect(Array.from(shown).length).toBeLessThanOrEqual(264);
        }
      }),
    );
    expect(plainNotice('a\u202eb')).toEqual({ title: '', body: 'a b' });
  });
});
