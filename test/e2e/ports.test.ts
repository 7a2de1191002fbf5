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
      await window.waitFor('a header without the port', (screen) => !screen.text().includes(` :${port} `));
    } finally {
      await sandbox.close();
    }
  },
);

test.runIf(process.platform === 'linux')(
  'the block that has started a server in the background shows its port, and another command does not hide it',
  async () => {
    const sandbox = new Sandbox();
    try {
      const serve = sandbox.write(
        'serve.mjs',
        "import { createServer } from 'node:net';\nconst s = createServer();\ns.listen(0, () => console.log('on', s.address().port));\n",
      );
      const window = await openWindow(sandbox);
      window.type(`node ${serve} &\r`);
      const port = /\bon (\d+)$/m.exec((await window.waitForText(/\bon \d+$/m)).text())?.[1];
      const header = new RegExp(`node \\S*serve\\.mjs & .* :${port}\\b`);
      await window.waitForText(header);
      window.type('echo in-front\r');
      await window.waitForText(/^in-front$/m);
      await window.waitForText(header);
      window.type('kill %1\r');
      await expect.poll(() => header.test(window.screen.text()), { timeout: 40_000 }).toBe(false);
    } finally {
      await sandbox.close();
    }
  },
);
