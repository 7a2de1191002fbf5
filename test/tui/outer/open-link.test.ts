import { describe, expect, it } from 'vitest';
import { linkOpener, runOpener } from '../../../src/tui/outer/open-link.ts';

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
});
