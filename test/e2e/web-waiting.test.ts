/** Who waits, in the page: shown over all terminals, answered from the phone, told by the host, and seen. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenPage, PageBrowser, PHONE, pageLink } from '../support/page-browser.ts';
import { pageFaults } from '../support/page-faults.ts';
import { PushService, Subscriber } from '../support/push-service.ts';
import { Sandbox } from '../support/sandbox.ts';

/** Asks for a permission, then for a colour, and is done. */
const AGENT = `
const message = (text) => Buffer.from(text).toString('base64')
const ask = (kind, msg, rows) => process.stdout.write(
  '\\x1b[2J\\x1b[H' + rows.join('\\r\\n') + '\\x1b]7501;state=blocked:app=ada:kind=' + kind + ':msg=' + message(msg) + '\\x1b\\\\')
process.stdin.setRawMode(true)
let asked = 0
process.stdin.on('data', (bytes) => {
  asked += 1
  if (asked === 1) return ask('question', 'Which colour?', ['Which colour?', '❯ 1. Red', '  2. Green', 'Esc to cancel'])
  process.stdout.write('\\r\\ngot ' + JSON.stringify(String(bytes)) + '\\x1b]7501;state=done:app=ada\\x1b\\\\')
})
ask('permission', 'Run rm -r build?', ['Run rm -r build?', '❯ 1. Yes', '  2. No', 'Esc to cancel'])
`;

let sandbox: Sandbox;
let browser: PageBrowser;
let desk: OpenPage;
let phone: OpenPage;
let server: Server;
let pushes: PushService;
const told: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (part: string) => told.push(part));
    request.on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await PageBrowser.launch();
  pushes = await PushService.start();
  sandbox = new Sandbox();
  sandbox.env['NODE_EXTRA_CA_CERTS'] = sandbox.write('push.pem', pushes.cert);
  sandbox.write('agent.mjs', AGENT);
  await sandbox.openTerminals('front', 'work');
  desk = await browser.open(await pageLink(sandbox));
  phone = await browser.open(await pageLink(sandbox), PHONE);
  await desk.line.waitFor();
});

afterAll(async () => {
  await browser?.close();
  await sandbox?.close();
  server?.close();
  await pushes?.close();
});

/** A subscription as the push service of the browser gives it, which needs a network. */
const subscribeAt = (endpoint: string, keys: object) => `
  PushManager.prototype.subscribe = async ({ applicationServerKey }) =>
    ({ toJSON: () => ({ endpoint: '${endpoint}', expirationTime: null, keys: ${JSON.stringify(keys)} }) })`;
const SHOWN = `navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
  .then((all) => all.map(({ title, body }) => title + ': ' + body))`;
const WORKER = 'navigator.serviceWorker.ready.then(({ active }) => active?.state)';
const CLICK = `registration.getNotifications().then(([notification]) =>
  self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`;

const row = ({ page }: OpenPage) => page.locator('.row', { hasText: 'work' });

it('marks a terminal that is not shown, and the host tells of it without its question', async () => {
  const { port } = server.address() as AddressInfo;
  const set = await sandbox.run(['notify', '--webhook', `http://127.0.0.1:${port}/hook`, '--test']);
  expect(set).toMatchObject({ code: 0, stdout: `sent to http://127.0.0.1:${port}/hook: answered 200\n` });
  const typed = await sandbox.run(['send', 'work', `'${process.execPath}' agent.mjs`, 'Enter']);
  expect(typed).toMatchObject({ code: 0 });
  await row(desk).getByText('waits for you: permission').waitFor();
  // Printed, so it is a quotation.
  await row(desk).locator('.quoted', { hasText: '"Run rm -r build?"' }).waitFor();
  await expect.poll(() => desk.page.title()).toMatch(/^\(1\) /);
  await expect
    .poll(() => desk.page.locator('link[rel="icon"]').getAttribute('href'))
    .toMatch(/^data:image\/svg/);
  await desk.picture('waiting-desk');
  await desk.page.emulateMedia({ colorScheme: 'dark' });
  await desk.picture('waiting-desk-dark');
  await expect.poll(() => told.length).toBe(2);
  expect(JSON.parse(told[1] ?? '')).toMatchObject({ text: 'ada waits for you: permission in work' });
  expect(told[1]).not.toContain('build');
});

it('is answered from the phone, by the choices of the program, and only the question that is shown', async () => {
  const { page } = phone;
  await page.getByRole('link', { name: '1 waits for you' }).click();
  await page.getByRole('button', { name: /No$/ }).waitFor();
  await phone.picture('waiting-phone');
  expect(await pageFaults(phone)).toEqual([]);
  // It is answered elsewhere: what is shown here is another question by now.
  expect(await sandbox.run(['send', 'work', '1'])).toMatchObject({ code: 0 });
  await page.getByText('This is another question than the one before.').waitFor();
  await phone.picture('waiting-phone-changed');
  await page.getByRole('button', { name: /Green$/ }).click();
  await page.getByText('Done, not seen yet').first().waitFor();
  await phone.picture('waiting-phone-done');
  const screen = async () => (await sandbox.run(['read', 'work', '--screen'])).stdout;
  await expect.poll(screen).toContain('got "2"');
  expect(phone.errors).toEqual([]);
});

it('is seen by a look, on every page', async () => {
  await row(desk).getByText('done').waitFor();
  await desk.picture('waiting-desk-done');
  await row(desk).getByRole('button', { name: 'work' }).first().click();
  await row(desk).getByText('idle').waitFor();
  await phone.page.getByText('Nobody waits for you').waitFor();
  expect(desk.errors).toEqual([]);
});

it('is pushed to the browser that has switched it on, until its session ends', async () => {
  const { page } = phone;
  const { origin } = new URL(page.url());
  await page.context().grantPermissions(['notifications'], { origin });
  const subscriber = new Subscriber();
  await page.evaluate(subscribeAt(`${pushes.url}/phone`, subscriber.keys));
  await page.getByRole('region', { name: 'Who waits' }).getByRole('button', { name: 'Terminals' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Push a notice here').check();
  await phone.picture('waiting-phone-settings');
  const status = async () => JSON.parse((await sandbox.run(['notify', '--json'])).stdout);
  await expect.poll(status).toMatchObject({ target: { kind: 'webhook' }, browsers: 1 });
  const test = await sandbox.run(['notify', '--test']);
  expect(test.stdout).toMatch(
    /^sent to http.*: answered 200\nsent to Chrome.* \([0-9a-f]{8}\): answered 201\n$/,
  );
  const pushed = JSON.stringify(subscriber.read(pushes.got[0]?.body ?? Buffer.alloc(0)));
  // What the push service would do: it gives the message to the worker of the page.
  const devTools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations;
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  // A message for a worker that is not active yet is lost.
  await expect.poll(() => page.evaluate(WORKER)).toBe('activated');
  await devTools.send('ServiceWorker.enable');
  await devTools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data: pushed,
  });
  await expect
    .poll(() => page.evaluate(SHOWN))
    .toEqual([expect.stringContaining('This is a test of cotty notify.')]);
  const [worker] = page.context().serviceWorkers();
  await page.goto(`${origin}/#/agents`);
  await worker?.evaluate(CLICK);
  await expect.poll(() => new URL(page.url()).hash).toBe('#/waiting');
  expect(await sandbox.run(['web', 'revoke', '--all'])).toMatchObject({ code: 0 });
  expect(await status()).toMatchObject({ browsers: 0 });
});
