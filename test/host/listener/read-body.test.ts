/** Bodies that do not come: on a clock of the test's own. */

import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { ApiHost, until } from '../../support/api-host.ts';
import { fakeSpawn } from '../../support/fake-pty.ts';
import { HandClock } from '../../support/hand-clock.ts';

it('a body that does not come in time is answered 408, and its connection closed', async () => {
  const clock = new HandClock();
  const api = await ApiHost.start({ clock, spawn: fakeSpawn().spawn });
  const { hostname, port } = new URL(api.url);
  const idle = clock.waiting;
  const socket = connect(Number(port), hostname);
  let text = '';
  let closed = false;
  socket.on('data', (data) => {
    text += data.toString();
  });
  socket.on('close', () => {
    closed = true;
  });
  socket.write(
    `POST /api/terminals HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${api.token}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{`,
  );
  await until(() => clock.waiting > idle);
  clock.pass(9_999);
  expect(text).toBe('');
  clock.pass(1);
  await until(() => closed);
  expect(text).toMatch(/^HTTP\/1\.1 408 [\s\S]*\{"error":"the body did not come in time"\}\n$/);
  await api.close();
});
