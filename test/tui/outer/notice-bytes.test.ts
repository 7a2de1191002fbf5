import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NOTICE_WAYS, type NoticeCapabilities, noticeBytes } from '../../../src/tui/outer/notifications.ts';

const facts: NoticeCapabilities = {
  program: '',
  version: undefined,
  tmux: false,
  screen: false,
  bareConsole: false,
  env: { TERM: 'xterm-256color' },
};
const notice = { title: 'build', body: 'npm test ✗ 1 after 41s' };
const bell = '\x07';

describe('a notice', () => {
  test('goes the way that was asked for', () => {
    expect(noticeBytes(notice, 'osc9', facts)).toBe('\x1b]9;build: npm test ✗ 1 after 41s\x1b\\');
    expect(noticeBytes(notice, 'osc777', facts)).toBe('\x1b]777;notify;build;npm test ✗ 1 after 41s\x1b\\');
    expect(noticeBytes(notice, 'osc99', facts)).toBe('\x1b]99;;build: npm test ✗ 1 after 41s\x1b\\');
    expect(noticeBytes(notice, 'bell', facts)).toBe(bell);
    expect(noticeBytes(notice, 'off', facts)).toBe('');
  });

  test.each([
    [{ env: { TERM: 'xterm-kitty' } }, '\x1b]99;'],
    [{ version: 'kitty(0.46.2)' }, '\x1b]99;'],
    [{ program: 'ghostty' }, '\x1b]9;'],
    [{ program: 'iTerm.app' }, '\x1b]9;'],
    [{ program: 'WezTerm' }, '\x1b]9;'],
    [{ env: { TERM: 'xterm-256color', LC_TERMINAL: 'iTerm2' } }, '\x1b]9;'],
    [{ env: { TERM: 'foot' } }, '\x1b]777;'],
    [{ env: { TERM: 'rxvt-unicode-256color' } }, '\x1b]777;'],
    [{ program: 'vscode' }, bell],
    [{}, bell],
    [{ bareConsole: true, env: { TERM: 'linux' } }, bell],
  ])('by itself takes what the terminal is known to show: %o', (known, start) => {
    const bytes = noticeBytes(notice, 'auto', { ...facts, ...known });
    expect(bytes.slice(0, start.length)).toBe(start);
  });

  test('is wrapped for tmux, which gets a bell besides; and for GNU screen', () => {
    const inTmux = { ...facts, tmux: true, program: 'tmux' };
    const wrapped = '\x1bPtmux;\x1b\x1b]9;build: npm test ✗ 1 after 41s\x1b\x1b\\\x1b\\';
    expect(noticeBytes(notice, 'auto', inTmux)).toBe(`${wrapped}${bell}`);
    expect(noticeBytes(notice, 'osc9', inTmux)).toBe(wrapped);
    const inScreen = noticeBytes(notice, 'osc9', { ...facts, screen: true });
    expect(inScreen).toBe('\x1bP\x1b]9;build: npm test ✗ 1 after 41s\x1b\\\x1b\\');
  });

  test('is no command to terminals that read a number after OSC 9', () => {
    expect(noticeBytes({ title: '4;3', body: '50' }, 'osc9', facts)).toBe('\x1b]9;tab 4;3: 50\x1b\\');
  });

  test('keeps to its two fields in OSC 777', () => {
    const bytes = noticeBytes({ title: 'a;b', body: 'c;d' }, 'osc777', facts);
    expect(bytes).toBe('\x1b]777;notify;a,b;c,d\x1b\\');
  });

  test('brings no control character of its text out, and is bounded', () => {
    const nasty = fc.string({
      unit: fc.constantFrom('\x1b', '\x07', '\x9c', '\n', '‮', 'a', '✗', '😀', '\ud800'),
    });
    fc.assert(
      fc.property(nasty, nasty, fc.constantFrom(...NOTICE_WAYS), (title, body, way) => {
        const bytes = noticeBytes({ title: title.repeat(40), body: body.repeat(40) }, way, facts);
        const text = bytes.replace(/^\x1b\](9|99|777);/, '').replace(/(\x1b\\|\x07)$/, '');
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
        expect([...text].length).toBeLessThan(300);
      }),
    );
  });
});
