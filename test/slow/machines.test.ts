import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Client, HostClient } from '../../src/client/client.ts';
import { readMachineAddress } from '../../src/machine/address.ts';
import { openQuestions } from '../../src/machine/questions.ts';
import { connectMachine, type WayOptions } from '../../src/machine/way.ts';
import { CutProxy } from '../support/cut-proxy.ts';
import { terminalOf } from '../support/host-client.ts';
import { processesMarked } from '../support/left-behind.ts';
import { programNode } from '../support/node.ts';
import { otherVersion } from '../support/other-version.ts';
import { programPath, skipUnless } from '../support/programs.ts';
import { bin, Sandbox } from '../support/sandbox.ts';
import { noSshServer, SshServer } from '../support/ssh-server.ts';

let sandbox: Sandbox;
/** Two machines; who goes to `far` goes by `jump`. */
let jump: SshServer;
let far: SshServer;
let proxy: CutProxy;
const clients: Client[] = [];
let opened = 0;

beforeAll(async () => {
  skipUnless(noSshServer === undefined, noSshServer ?? '');
  sandbox = new Sandbox();
  jump = await account('jump');
  far = await account('far');
  proxy = await CutProxy.before(portOf(jump));
  const hosts = [
    ...[named(jump, 'jump'), named(far, 'far'), '  ProxyJump jump', named(far, 'direct')],
    ...[named(jump, 'cable').replace(/Port \d+/, `Port ${proxy.port}`)],
    ...[
      named(jump, 'stranger')
        .replace('StrictHostKeyChecking no', 'StrictHostKeyChecking ask')
        .replace(/IdentityFile .*/, `IdentityFile ${lockedKey()}`)
        .replace(/UserKnownHostsFile .*/, `UserKnownHostsFile ${sandbox.root}/known`),
    ],
  ];
  const config = join(sandbox.root, 'ssh_config');
  writeFileSync(config, `${hosts.join('\n')}\n`, { mode: 0o600 });
  const path = join(sandbox.root, 'bin');
  mkdirSync(path);
  // ssh reads the configuration of the home folder in the list of users, not of HOME.
  writeFileSync(join(path, 'ssh'), `#!/bin/sh\nexec ${programPath('ssh')} -F ${config} "$@"\n`, {
    mode: 0o755,
  });
  sandbox.env['PATH'] = `${path}:${sandbox.env['PATH']}`;
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  // Two names of one machine: what was installed is gone with the first.
  for (const { name } of JSON.parse((await sandbox.run(['machine', 'ls', '--json'])).stdout))
    if ((await sandbox.run(['machine', 'rm', name, '--purge', '--yes'])).code !== 0)
      await sandbox.run(['machine', 'rm', name]);
});

afterAll(async () => {
  // The shared connections outlive what has opened them.
  dropShared();
  proxy.close();
  await jump.stop();
  await far.stop();
  await sandbox.close();
});

/** A server of ssh, with a home folder of its own, in which lines run with nothing but a PATH. */
function account(name: string): Promise<SshServer> {
  const root = join(sandbox.root, name);
  mkdirSync(root);
  const own = [
    `COTTY_TEST_MARK=${sandbox.root}`,
    `COTTY_RUNTIME_DIR=${root}/run`,
    `SHELL=${programPath('bash')}`,
  ];
  return SshServer.start(root, `env ${own.join(' ')} sh -c "$SSH_ORIGINAL_COMMAND"`);
}

const named = ({ clientConfig }: SshServer, name: string) =>
  readFileSync(clientConfig, 'utf8').replace('Host box', `Host ${name}`).trimEnd();

function portOf({ clientConfig }: SshServer): number {
  return Number(/Port (\d+)/.exec(readFileSync(clientConfig, 'utf8'))?.[1]);
}

/** The key of the first machine, with a passphrase. */
function lockedKey(): string {
  const path = join(sandbox.root, 'locked');
  writeFileSync(path, readFileSync(join(sandbox.root, 'jump/ssh/user')), { mode: 0o600 });
  execFileSync('ssh-keygen', ['-q', '-p', '-N', 'open sesame', '-P', '', '-f', path]);
  return path;
}

function wayTo(address: string, further: Partial<WayOptions> = {}): WayOptions {
  const read = readMachineAddress(address);
  if (!read.ok) throw new Error(read.error);
  return { reach: read.reach, env: sandbox.env, quiet: true, ...further };
}

async function open(way: WayOptions): Promise<Client> {
  opened += 1;
  const client = await HostClient.open({
    transportFactory: () => connectMachine(way),
    delay: () => 200,
    clientId: `test-${opened}`,
    meta: { writer: 'user:test', screens: false },
  });
  clients.push(client);
  return client;
}

/** What was printed to stderr, without what a slow machine is waited for. */
const troubles = (stderr: string) => stderr.replace(/^waiting for .*\n/gm, '');

async function added(address: string, name: string): Promise<void> {
  const { code, stderr } = await sandbox.run(['machine', 'add', address, '--name', name, '--yes']);
  expect(troubles(stderr)).toBe('');
  expect(code).toBe(0);
}

/** Sockets on which the processes of this test listen for TCP, except those of sshd and of the test. */
function listening(): string[] {
  const inodes = ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/net/${name}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A')
      .map((fields) => `socket:[${fields[9]}]`),
  );
  return processesMarked(`COTTY_TEST_MARK=${sandbox.root}`)
    .filter(({ command }) => !command.includes('sshd'))
    .filter(({ pid }) => openFiles(pid).some((link) => inodes.includes(link)))
    .map(({ command }) => command);
}

function openFiles(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
  } catch {
    // It has ended meanwhile.
    return [];
  }
}

const logOf = (name: string) => readFileSync(join(sandbox.root, name, 'ssh/log'), 'utf8');
const logins = (name: string) => logOf(name).split('Accepted publickey').length - 1;

test('a machine behind another one gets cotty by the configuration of ssh, over one connection, and nothing listens', async () => {
  await added('ssh://far', 'far');
  expect(readdirSync(far.home)).toEqual(['.local']);
  expect(await sandbox.run(['new', 'work', '--connect', 'far', '--detached'])).toMatchObject({ code: 0 });
  expect(await sandbox.run(['run', 'work', '--connect', 'far', '--', 'echo', 'there'])).toMatchObject({
    stdout: 'there\n',
  });
  expect([logins('jump'), logins('far')]).toEqual([1, 1]);
  expect(listening()).toEqual([]);
  await added('ssh://direct', 'direct');
  const ls = JSON.parse((await sandbox.run(['machine', 'ls', '--json'])).stdout);
  expect(ls).toMatchObject([
    { name: 'far', reachable: true, terminals: 1 },
    { name: 'direct', reachable: true, terminals: 1 },
  ]);
});

test('a port behind another machine is forwarded over the one connection, for more at once than a server allows sessions', async () => {
  await added('ssh://far', 'far');
  const before = logins('far');
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let said = '';
    socket.on('data', (chunk) => {
      said += String(chunk);
    });
    socket.on('end', () => socket.end(`heard ${said}`));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const child = spawn(programNode, [bin, 'forward', `far:${port}`], { env: sandbox.env, cwd: sandbox.home });
  try {
    const [said] = await once(child.stdout, 'data');
    const here = Number(/^http:\/\/127\.0\.0\.1:(\d+)\/ is port \d+ of far\n$/.exec(String(said))?.[1]);
    const answers = Array.from({ length: 20 }, async (_, at) => {
      const socket = connect({ port: here, host: '127.0.0.1', allowHalfOpen: true });
      socket.end(String(at));
      return text(socket);
    });
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 20 }, (_, at) => `heard ${at}`));
    expect(logins('far')).toBe(before);
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    server.close();
  }
});

test('a machine has one host, however many come at once', async () => {
  const home = join(sandbox.root, 'crowd');
  mkdirSync(home);
  const address = (run: string) =>
    `exec:env HOME=${home} XDG_STATE_HOME= COTTY_RUNTIME_DIR=${join(sandbox.root, run)}`;
  await added(address('r1'), 'crowd');
  await sandbox.run(['host', 'stop', '--yes', '--connect', 'crowd']);
  const crowd = await Promise.all(['r1', 'r1', 'r2', 'r2'].map((run) => open(wayTo(address(run)))));
  const pids = await Promise.all(crowd.map(async (client) => (await client.cotty.status()).pid));
  expect(new Set(pids).size).toBe(1);
});

test('a link that is cut while output floods in is opened again, and nothing of the output is missing', async () => {
  await added('ssh://jump', 'jump');
  await sandbox.run(['new', 'flood', '--connect', 'jump', '--detached']);
  const client = await open(wayTo('ssh://cable'));
  const uri = terminalOf(client, 'flood').resource;
  const mirror = await client.subscribe(uri);
  const text = () => JSON.stringify(mirror.state.content);
  await sandbox.run([
    'send',
    'flood',
    '--connect',
    'jump',
    'for i in $(seq 1 60000); do echo line-$i; done; echo the-$((1+1))-end',
    'Enter',
  ]);
  await expect.poll(text).toContain('line-500');
  proxy.cut();
  const screen = ['read', 'flood', '--connect', 'jump', '--screen'];
  await expect.poll(async () => (await sandbox.run(screen)).stdout).toContain('the-2-end');
  expect(text()).not.toContain('the-2-end');
  proxy.mend();
  await expect.poll(text, { timeout: 60_000 }).toContain('the-2-end');
  expect(text()).toContain('line-60000');
});

test('a host there that is killed is followed by another, and its programs go on', async () => {
  await added('ssh://direct', 'direct');
  await sandbox.run(['new', 'work', '--connect', 'direct', '--detached']);
  await sandbox.run(['run', 'work', '--connect', 'direct', '--', 'x=kept']);
  const client = await open(wayTo('ssh://direct', { join: true }));
  const { pid } = await client.cotty.status();
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(() =>
      client.cotty.status().then(
        (now) => now.pid !== pid,
        () => false,
      ),
    )
    .toBe(true);
  const { stdout } = await sandbox.run(['run', 'work', '--connect', 'direct', '--', 'echo "it is $x"']);
  expect(stdout).toBe('it is kept\n');
});

test('who comes back starts no host that somebody has stopped', async () => {
  await added('ssh://direct', 'direct');
  await sandbox.run(['host', 'stop', '--yes', '--connect', 'direct']);
  await expect(connectMachine(wayTo('ssh://direct', { join: true }))).rejects.toThrow('no host is running');
  const ls = await sandbox.run(['machine', 'ls']);
  expect(ls.stdout).toMatch(/direct +ssh:\/\/direct +- +- +no host is running/);
});

test('ssh asks about the key of a host and for a passphrase where the person is', async () => {
  await added('ssh://jump', 'jump');
  const asked: string[] = [];
  const questions = await openQuestions({
    folder: sandbox.root,
    ask: ({ prompt, secret }) => {
      asked.push(`${prompt.split('\n').at(-1)} ${secret ? 'hidden' : 'shown'}`);
      return Promise.resolve(secret ? 'open sesame' : 'yes');
    },
    askpass: fileURLToPath(new URL('../../dist/cli/askpass.sh', import.meta.url)),
    node: process.execPath,
    launcher: bin,
  });
  const client = await open(wayTo('ssh://stranger', { quiet: false, asks: questions.env }));
  expect((await client.cotty.status()).pid).toBeGreaterThan(0);
  expect(asked).toEqual([
    'Are you sure you want to continue connecting (yes/no/[fingerprint])?  shown',
    expect.stringMatching(/^Enter passphrase for key '.*locked': {2}hidden$/),
  ]);
  questions.close();
  await expect(connectMachine(wayTo('ssh://stranger'))).rejects.toThrow('Permission denied');
});

/** Ends the shared connections, as a link does that is lost. */
function dropShared(): void {
  const run = sandbox.env['COTTY_RUNTIME_DIR'] ?? '';
  for (const name of readdirSync(run).filter((each) => each.startsWith('ssh-')))
    execFileSync('ssh', ['-o', `ControlPath=${join(run, name)}`, '-O', 'exit', 'all'], { stdio: 'ignore' });
}

test('a machine that refuses a key after a lost connection is tried once, and a window says that it needs somebody', async () => {
  await added('ssh://direct', 'direct');
  await sandbox.run(['new', 'work', '--connect', 'direct', '--detached']);
  // One that is away is tried again and again meanwhile.
  const tries = join(sandbox.root, 'tries');
  const away = sandbox.write('away.sh', `echo x >>${tries}; exit 1\n`);
  const machines = join(sandbox.env['XDG_CONFIG_HOME'] ?? '', 'cotty/machines');
  writeFileSync(machines, `${readFileSync(machines, 'utf8')}away = exec:sh ${away}\n`);
  const window = sandbox.open([], { cols: 140 });
  await window.waitForText('direct:work');
  const keys = join(sandbox.root, 'far/ssh/user.pub');
  const allowed = readFileSync(keys);
  const refusals = () => logOf('far').split('Connection closed by authenticating user').length - 1;
  const before = refusals();
  writeFileSync(keys, '');
  try {
    dropShared();
    await window.waitForText('direct needs you: ');
    await window.waitForText(/direct:work · needs you|direct:work.*needs you/);
    expect(refusals()).toBe(before + 1);
    const [row] = JSON.parse((await sandbox.run(['machine', 'ls', '--json'])).stdout);
    expect(row).toMatchObject({ name: 'direct', reachable: false, needsPerson: true });
    expect(row.error).toContain('Permission denied (');
    expect((await sandbox.run(['machine', 'ls'])).stdout).toMatch(/direct .*needs you: .*Permission denied/);
    const asked = refusals();
    const tried = () => readFileSync(tries, 'utf8').length;
    const so = tried();
    await expect.poll(tried, { timeout: 120_000 }).toBeGreaterThan(so + 3);
    expect(refusals()).toBe(asked);
  } finally {
    writeFileSync(keys, allowed);
  }
  await window.close();
});

test('another key of a host is not taken for the known one, and needs somebody', async () => {
  const known = join(sandbox.root, 'changed-known');
  const key = readFileSync(join(sandbox.root, 'jump/ssh/host.pub'), 'utf8').trim();
  writeFileSync(known, `[127.0.0.1]:${portOf(far)} ${key}\n`);
  const config = join(sandbox.root, 'ssh_config');
  const changed = named(far, 'changed')
    .replace('StrictHostKeyChecking no', 'StrictHostKeyChecking ask')
    .replace(/UserKnownHostsFile .*/, `UserKnownHostsFile ${known}`);
  writeFileSync(config, `${readFileSync(config, 'utf8')}${changed}\n`, { mode: 0o600 });
  await expect(connectMachine(wayTo('ssh://changed'))).rejects.toMatchObject({
    needsPerson: true,
    message: expect.stringContaining('Host key verification failed'),
  });
});

/** The built program, as it was before the newest versions of the protocol. */
function olderProtocol(version: string): string {
  const launcher = otherVersion(sandbox, version);
  const folder = join(sandbox.root, version, 'dist/cli');
  let changed = 0;
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.js'))) {
    const before = readFileSync(join(folder, name), 'utf8');
    // What it offers, and what it accepts.
    const after = before
      .replace(/"(\^?)1\.0\.0",\s*"\^?0\.9\.0",\s*(?="\^?0\.8\.0")/g, '')
      .replace('major===1||major===0&&minor>=2&&minor<=9', 'major===0&&minor>=2&&minor<=8');
    if (after === before) continue;
    writeFileSync(join(folder, name), after);
    changed += 1;
  }
  expect(changed).toBeGreaterThan(0);
  return launcher;
}

test('machines whose versions speak older protocols are understood, in both directions', async () => {
  const older = olderProtocol('0.1.0');
  const add = ['machine', 'add', 'ssh://direct', '--name', 'direct', '--yes'];
  expect(await sandbox.run(add, {}, older)).toMatchObject({ code: 0 });
  const client = await open(wayTo('ssh://direct'));
  expect(client.welcome?.protocolVersion).toBe('0.8.0');
  for (const [program, name] of [
    [bin, 'new'],
    [older, 'old'],
  ] as const) {
    expect(await sandbox.run(['new', name, '--connect', 'direct', '--detached'], {}, program)).toMatchObject({
      code: 0,
    });
    expect(
      await sandbox.run(['run', name, '--connect', 'direct', '--', 'echo', name], {}, program),
    ).toMatchObject({
      stdout: `${name}\n`,
    });
  }
  expect(await sandbox.run(['machine', 'upgrade', 'direct', '--yes'])).toMatchObject({ code: 0 });
  expect(
    await sandbox.run(['run', 'old', '--connect', 'direct', '--', 'echo', 'again'], {}, older),
  ).toMatchObject({
    stdout: 'again\n',
  });
});

/** A file system of its own with nothing but the system's programs, entered without being root outside. */
function chamber(): string {
  const root = join(sandbox.root, 'chamber');
  for (const name of ['proc', 'dev', 'tmp', 'home', 'etc']) mkdirSync(join(root, name), { recursive: true });
  const parts = ['usr', 'bin', 'sbin', 'lib', 'lib64'].filter((name) => existsSync(`/${name}`));
  for (const name of parts) mkdirSync(join(root, name));
  const bind = ['dev', ...parts].map((name) => `mount --rbind /${name} ${root}/${name}`);
  const enter = join(sandbox.root, 'enter');
  const lines = [
    "exec unshare -rmpf --kill-child sh -c '",
    ...bind,
    `mount -t proc proc ${root}/proc`,
    `exec chroot ${root} env -i HOME=/home PATH=/usr/bin:/bin COTTY_RUNTIME_DIR=/tmp/run COTTY_TEST_MARK=${sandbox.root} "$@"' enter "$@"`,
  ];
  writeFileSync(enter, `#!/bin/sh\n${lines.join('\n')}\n`, { mode: 0o755 });
  return enter;
}

test('a container is a machine that is entered by a command', async () => {
  const enter = chamber();
  const works = () => execFileSync(enter, ['true'], { stdio: 'ignore' });
  skipUnless(succeeds(works), 'unshare cannot make a namespace here');
  const { code, stdout, stderr } = await sandbox.run([
    'machine',
    'add',
    `exec:${enter}`,
    '--name',
    'chamber',
    '--yes',
  ]);
  expect(troubles(stderr)).toBe('');
  expect(stdout).toContain('to /home/.local/share/cotty/');
  expect(code).toBe(0);
  expect(readdirSync(join(sandbox.root, 'chamber/home/.local/share/cotty'))).toContain('bin');
});

function succeeds(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
