/** A real OpenSSH server of the person who runs the tests, on a port of its own, with keys in the sandbox. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { removeFolder } from './remove-folder.ts';

const SSHD = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/usr/bin/sshd'].find((path) => existsSync(path));

/** Why no server can run here; undefined when one can. */
export const noSshServer: string | undefined =
  SSHD === undefined ? 'no sshd is installed (apt-get install openssh-server)' : undefined;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export class SshServer {
  readonly #root: string;
  /** Home folder of those who come in. */
  readonly home: string;
  /** `ssh -F` this file, host `box`. */
  readonly clientConfig: string;
  readonly #server: ChildProcess;

  private constructor(root: string, home: string, clientConfig: string, server: ChildProcess) {
    this.#root = root;
    this.home = home;
    this.clientConfig = clientConfig;
    this.#server = server;
  }

  /** Everything of it lies in `root`. `shell` is the line that starts the shell of those who come in. */
  static async start(root: string, shell: string): Promise<SshServer> {
    const folder = join(root, 'ssh');
    const home = join(root, 'away');
    mkdirSync(folder);
    for (const name of ['host', 'user'])
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
    const port = await freePort();
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const serverConfig = write(
      'sshd_config',
      [
        'ListenAddress 127.0.0.1',
        `Port ${port}`,
        `HostKey ${folder}/host`,
        `AuthorizedKeysFile ${folder}/user.pub`,
        'PidFile none',
        'StrictModes no',
        'UsePAM no',
        'PermitRootLogin yes',
        'PrintMotd no',
        'PrintLastLog no',
        `ForceCommand sh ${folder}/shell`,
      ].join('\n'),
    );
    const clientConfig = write(
      'config',
      [
        'Host box',
        '  HostName 127.0.0.1',
        `  Port ${port}`,
        `  IdentityFile ${folder}/user`,
        '  IdentitiesOnly yes',
        '  LogLevel ERROR',
        `  UserKnownHostsFile ${folder}/known`,
        '  StrictHostKeyChecking no',
        '',
      ].join('\n'),
    );
    chmodSync(clientConfig, 0o600);
    // Only root's server asks for this folder, which the system makes at its start.
    if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
    const log = join(folder, 'log');
    const args = ['-D', '-f', serverConfig, '-E', log];
    const server = spawn(SSHD ?? 'sshd', args, {
      stdio: 'ignore',
      env: { ...process.env, COTTY_TEST_MARK: root },
    });
    const said = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
    const until = Date.now() + 20_000;
    while (!said().includes('Server listening')) {
      if (Date.now() > until || server.exitCode !== null) throw new Error(`sshd does not listen: ${said()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const started = new SshServer(root, home, clientConfig, server);
    started.offer(shell);
    return started;
  }

  /** Whoever comes in from now on gets the shell that this line starts, and an empty home. */
  offer(shell: string): void {
    const { home } = this;
    removeFolder(home);
    mkdirSync(home);
    writeFileSync(
      join(this.#root, 'ssh/shell'),
      `cd ${home}; exec env -i HOME=${home} TERM=$TERM PATH=$PATH LANG=C.UTF-8 COTTY_TEST_MARK=${this.#root} ${shell}\n`,
    );
  }

  async stop(): Promise<void> {
    if (this.#server.exitCode !== null) return;
    const ended = new Promise((resolve) => {
      this.#server.once('exit', resolve);
    });
    this.#server.kill();
    await ended;
  }
}
