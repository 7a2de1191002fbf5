import { describe, expect, it } from 'vitest';
import { forwardedLink, linkOpener, runOpener } from '../../../src/tui/outer/open-link.ts';

const linux = { ssh: false, env: {}, platform: 'linux' };

describe('a link', () => {
  it('is opened by the desktop at which the person sits, if there is one', () => {
    expect(linkOpener(linux)).toBeUndefined();
    expect(linkOpener({ ...linux, env: { DISPLAY: ':0' } })).toBe('xdg-open');
    expect(linkOpener({ ...linux, env: { WAYLAND_DISPLAY: 'wayland-0' } })).toBe('xdg-open');
    expect(linkOpener({ ...linux, platform: 'darwin' })).toBe('open');
    expect(linkOpener({ ...linux, ssh: true, env: { DISPLAY: ':10' } })).toBeUndefined();
  });

  it('is not opened by an opener that is missing or fails', async () => {
    expect(await runOpener('/no/such/opener', 'https://example.org/')).toBe(false);
    expect(await runOpener('false', 'https://example.org/')).toBe(false);
    expect(await runOpener('true', 'https://example.org/')).toBe(true);
  });

  it.each([
    ['http://localhost:5173/a?b#c', 5173, 'http://127.0.0.1:40000/a?b#c'],
    ['http://127.0.0.1/', 80, 'http://127.0.0.1:40000/'],
    ['https://[::1]:8443', 8443, 'https://127.0.0.1:40000/'],
    ['http://0.0.0.0:3000', 3000, 'http://127.0.0.1:40000/'],
  ])('%s of another machine is reached by a forwarded port', async (address, port, here) => {
    const asked: number[] = [];
    const link = await forwardedLink(address, async (wanted) => {
      asked.push(wanted);
      return { machine: 'box', port: 40_000 };
    });
    expect(asked).toEqual([port]);
    expect(link).toEqual({ address: here, reached: `box:${port} is at 127.0.0.1:40000` });
  });

  it('is left as it is where it leads elsewhere, or is of this machine', async () => {
    const far = async () => ({ machine: 'box', port: 40_000 });
    for (const address of [
      'https://example.org/',
      'file:///etc/passwd',
      'http://localhost.example/',
      'mailto:a@b',
    ])
      expect(await forwardedLink(address, far)).toEqual({ address, reached: undefined });
    const address = 'http://localhost:80/';
    expect(await forwardedLink(address, async () => undefined)).toEqual({ address, reached: undefined });
  });
});
