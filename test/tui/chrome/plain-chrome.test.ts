import { expect, test } from 'vitest';
import { loadChrome } from '../../../src/tui/chrome/load-chrome.ts';
import { plainChrome } from '../../../src/tui/chrome/plain-chrome.ts';
import type { Settings } from '../../../src/tui/config/settings.ts';
import { sceneOf } from '../../../src/tui/window/frame/scene.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

const settings: Partial<Settings>[] = [{}, { theme: 'light' }, { theme: 'highContrast' }];

test.each(settings)('is cell for cell what Ink draws: %j', async (chosen) => {
  const chrome = await loadChrome();
  try {
    for (const titles of [[], ['build'], Array.from({ length: 30 }, (_, n) => `terminal ${n}`)]) {
      for (const mode of ['', '\x0b', '\x1b']) {
        const driver = new Driver(chosen).list(...titles.map((title) => terminal(title))).type(mode);
        const { props } = sceneOf(driver.model, driver.viewState(), undefined);
        const { cols, rows } = props.layout.size;
        const cells = (drawn: ReturnType<typeof plainChrome>) =>
          drawn.map(({ chars, styles }) => chars.map((char, x) => `${char}${styles[x]}`).join(' '));
        expect(cells(plainChrome(props))).toEqual(cells(chrome.draw(chrome.tree(props), cols, rows)));
      }
    }
  } finally {
    chrome.close();
  }
});
