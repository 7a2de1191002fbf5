/** The page of the source documents, its code unchanged, against the HTTP API: behind a server that has the token, and at the web server. */

import { readFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenPage, PageBrowser, pageLink } from '../support/page-browser.ts';
import { Sandbox } from '../support/sandbox.ts';

/** Its component without React: the body of its effect, as it stands in the document. */
const VIEWER = `
const xterm = new Terminal({ fontSize: 13, cursorBlink: true, convertEol: true })
const fitAddon = new FitAddon.FitAddon()
xterm.loadAddon(fitAddon)
xterm.open(document.getElementById('viewer'))
fitAddon.fit()
const eventSource = new EventSource(
  \`/api/terminals/\${terminalId}/output\`
)
eventSource.onmessage = (event) => {
  const { line } = JSON.parse(event.data)
  xterm.write(line + '\\r\\n')
}
xterm.onData((data) => {
  fetch(\`/api/terminals/\${terminalId}/input\`, {
    method: 'POST',
    body: JSON.stringify({ input: data })
  })
})
`;

/** Reads the first terminal by a ticket, then asks again with the same one. */
const READ_BY_TICKET = `(async () => {
  const headers = { 'X-Cotty-Key': localStorage.getItem('cotty-key'), 'Content-Type': 'application/json' }
  const { ticket } = await (await fetch('/web/ticket', { method: 'POST', headers, body: '{}' })).json()
  const { terminals } = await (await fetch('/api/terminals', { headers })).json()
  const url = \`/api/terminals/\${terminals[0].id}/output?ticket=\${ticket}\`
  const first = await new Promise((resolve) => {
    const source = new EventSource(url)
    source.onmessage = ({ data }) => {
      source.close()
      resolve(Object.keys(JSON.parse(data)).join())
    }
  })
  return { first, again: (await fetch(url)).status }
})()`;

const PACKAGES = fileURLToPath(new URL('../../node_modules/@xterm/', import.meta.url));
const FILES: Readonly<Record<string, string>> = {
  '/xterm.js': 'xterm/lib/xterm.js',
  '/xterm.css': 'xterm/css/xterm.css',
  '/fit.js': 'addon-fit/lib/addon-fit.js',
};

let sandbox: Sandbox;
let browser: PageBrowser;
let server: Server;
let own: string;
let api: { readonly port: number; readonly token: string };

beforeAll(async () => {
  browser = await PageBrowser.launch();
  sandbox = new Sandbox();
  const host = sandbox.open(['host', '--listen', '127.0.0.1:0'], { cols: 200 });
  await host.waitForText(/listening/);
  const { stdout } = await sandbox.run(['host', 'status', '--json']);
  const port = Number(/ws:\/\/127\.0\.0\.1:(\d+)/.exec(stdout)?.[1]);
  api = { port, token: readFileSync(join(sandbox.root, 'run/token'), 'utf8').trim() };
  server = createServer((asked, answer) => {
    const { url = '/', method, headers } = asked;
    const file = FILES[url];
    if (file !== undefined) answer.end(readFileSync(PACKAGES + file));
    else if (url.startsWith('/api/')) {
      const { origin: _page, referer: _too, ...rest } = headers;
      const passed = { ...rest, host: `127.0.0.1:${api.port}`, authorization: `Bearer ${api.token}` };
      const sent = request({ port: api.port, path: url, method, headers: passed }, (got) => {
        answer.writeHead(got.statusCode ?? 500, got.headers);
        got.pipe(answer);
      });
      sent.on('error', () => answer.destroy());
      answer.on('close', () => sent.destroy());
      asked.pipe(sent);
    } else {
      answer.setHeader('Content-Type', 'text/html');
      const id = JSON.stringify(decodeURIComponent(url.slice(1)));
      answer.end(
        `<link rel="stylesheet" href="/xterm.css"><div id="viewer"></div><script src="/xterm.js"></script>` +
          `<script src="/fit.js"></script><script>const terminalId = ${id};${VIEWER}</script>`,
      );
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await browser?.close();
  await sandbox?.close();
});

/** The rows of its terminal. */
async function rows({ page }: OpenPage): Promise<readonly string[]> {
  const all = await page.locator('#viewer .xterm-rows > div').allTextContents();
  return all.map((row) => row.replaceAll('\u00a0', ' ').trimEnd());
}

it('makes a terminal, shows what it prints line by line, and types into it', async () => {
  const made = await fetch(`${own}/api/terminals`, {
    method: 'POST',
    // Without a Content-Type of its own: `fetch` says `text/plain`.
    body: JSON.stringify({ command: 'echo "$((6 * 7)) is it"', purpose: 'dev server' }),
  });
  expect(made.status).toBe(201);
  const { terminalId } = (await made.json()) as { terminalId: string };
  const page = await browser.open(`${own}/${encodeURIComponent(terminalId)}`);
  await expect.poll(() => rows(page)).toContain('42 is it');
  await page.page.locator('#viewer textarea').focus();
  for (const key of 'echo typed$((1+1))') {
    // Each key is a request of its own, and requests may overtake each other.
    const answered = page.page.waitForResponse((response) => response.url().endsWith('/input'));
    await page.page.keyboard.type(key);
    expect((await answered).status()).toBe(200);
  }
  await page.page.keyboard.press('Enter');
  await expect.poll(() => rows(page)).toContain('typed2');
  expect(page.errors).toEqual([]);
  await page.close();
});

it('is let in at the web server by a ticket that works once', async () => {
  const page = await browser.open(await pageLink(sandbox));
  await page.line.waitFor();
  expect(await page.page.evaluate(READ_BY_TICKET)).toEqual({ first: 'line', again: 401 });
  await page.close();
});
