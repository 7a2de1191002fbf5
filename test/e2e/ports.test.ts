import { expect, test } from 'vitest';
import { openWindow, waitForMode } from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import { Sandbox } from '../support/sandbox.ts';

test.runIf(process.platform === 'linux')(
  'the header of a running server shows its port, until it ends',
  async () => {
    const sandbox = new Sandbox();
    try {
      const serve = sandbox.write(
        'serve.mjs',
        "import { createServer } from 'node:net';\nconst s = createServer();\ns.listen(0, () => console.log('on', s.address().port));\n",
      );
      const window = await openWindow(sandbox);
      window.type(`node ${serve}\r`);
      const listening = await window.waitForText(/^on \d+$/m);
      const port = /^on (\d+)$/m.exec(listening.text())?.[1];
      await window.waitForText(new RegExp(`● +node .* :${port}\\b`));
      window.send(key.f7);
      await waitForMode(window, 'BROWSE');
      window.send('O');
      await window.waitForText(`Open http://localhost:${port}/?`);
      window.send('n');
      window.send(key.escape);
      await waitForMode(window, 'RUN');
      window.send(ctrl('c'));
      await window.waitForText(/\^C +node /);
      expect(window.screen.text()).not.toMatch(new RegExp(` :${port}\\b`));
    } finally {
      await sandbox.close();
    }
  },
);
