/**
 * The least multiplexer of two processes that Node allows: bytes go from the keyboard over a socket to a pty, and back. It keeps nothing
 * and understands nothing, so it is the floor: what cotty needs beyond it is cotty's own.
 */

import { spawn as spawnProcess } from 'node:child_process';
import { writeFileSync, writeSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { spawn } from 'node-pty';

const TRY_EVERY_MS = 10;
const STDOUT = 1;

const [, file, folder, cols, rows, role] = process.argv;
const socket = join(folder, 'lean.sock');

if (role === 'host') serve();
else {
  const args = [file, folder, cols, rows, 'host'];
  spawnProcess(process.execPath, args, { stdio: 'ignore', detached: true }).unref();
  process.stdin.setRawMode(true);
  show();
}

function serve() {
  const server = createServer((window) => {
    const size = { cols: Number(cols), rows: Number(rows) };
    const pty = spawn(process.env['SHELL'], [], { ...size, encoding: null });
    pty.onData((bytes) => window.write(bytes));
    pty.onExit(() => process.exit());
    window.on('data', (bytes) => writeSync(pty.fd, bytes));
    window.on('close', () => process.exit());
  });
  server.listen(socket, () => writeFileSync(join(folder, 'lean.pid'), `${process.pid}`));
}

function show() {
  const host = connect(socket);
  host.on('error', () => setTimeout(show, TRY_EVERY_MS));
  host.on('connect', () => {
    process.stdin.on('data', (bytes) => host.write(bytes));
    host.on('data', (bytes) => writeSync(STDOUT, bytes));
    host.on('close', () => process.exit());
  });
}
