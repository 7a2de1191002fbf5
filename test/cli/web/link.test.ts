import { describe, expect, it } from 'vitest';
import { browserOpener, qrCode } from '../../../src/cli/web/web-open.ts';
import { linkOf, reachableAt } from '../../../src/client/share/web-link.ts';

const status = { open: true, links: 0, sessions: 0, connections: 0 };
const at = (address: string, allowHosts: string[] = []) =>
  reachableAt({ ...status, address, allowHosts }, ['192.0.2.7']);

describe('a link', () => {
  it('names an address that the browser can reach, with the secret where it is sent to nobody', () => {
    expect(linkOf(at('http://127.0.0.1:7070'), 's')).toBe('http://127.0.0.1:7070/#t=s');
    expect(at('http://0.0.0.0:7070')).toBe('http://192.0.2.7:7070');
    expect(at('https://[::]:443')).toBe('https://192.0.2.7:443');
    expect(at('https://0.0.0.0:7070', ['box.example.org'])).toBe('https://box.example.org:7070');
  });

  it('becomes a QR code where it fits, dark on light', () => {
    const code = qrCode(`http://127.0.0.1:7070/#t=${'x'.repeat(43)}`, 80) ?? '';
    const lines = code.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(15);
    expect(lines.every((line) => line.startsWith('\x1b[38;5;231;48;5;16m') && line.endsWith('\x1b[0m'))).toBe(
      true,
    );
    // What is drawn is light: the first row is the border.
    expect(lines[0]).toContain('\u2588'.repeat(20));
    expect(qrCode(`http://127.0.0.1:7070/#t=${'x'.repeat(43)}`, 30)).toBeUndefined();
  });
});

it('a browser is started on the desk, never over ssh or without a screen', () => {
  expect(browserOpener({ DISPLAY: ':0' }, 'linux')).toBe('xdg-open');
  expect(browserOpener({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe('xdg-open');
  expect(browserOpener({}, 'linux')).toBeUndefined();
  expect(browserOpener({ DISPLAY: ':0', SSH_CONNECTION: 'a' }, 'linux')).toBeUndefined();
  expect(browserOpener({}, 'darwin')).toBe('open');
  expect(browserOpener({ SSH_TTY: '/dev/pts/1' }, 'darwin')).toBeUndefined();
});
