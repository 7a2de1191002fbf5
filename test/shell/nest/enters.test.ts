import { describe, expect, it } from 'vitest';
import { enters, shellCalled } from '../../../src/shell/nest/enters.ts';

describe('enters', () => {
  it.each([
    'bash',
    'exec bash -l',
    'exec "$SHELL"',
    'FOO=1 /usr/bin/zsh -f',
    'fish',
    'su',
    'su - postgres',
    'sudo -i',
    'sudo -u ann -s',
    'sudo -iu ann',
    'sudo su -',
    'sudo bash',
    'script -q /dev/null',
    'unshare -m bash',
    'unshare -rn',
  ])('finds a shell that waits for commands here: %s', (line) => {
    expect(enters(line)).toEqual({ kind: 'here' });
  });

  it.each([
    ['ssh box', 'ssh box'],
    ['ssh -p 22 -t ann@box', 'ssh ann@box'],
    ['ssh box bash', 'ssh box'],
    ['docker exec -it web sh', 'docker web'],
    ['docker run --rm -v /a:/b -it image', 'docker image'],
    ['podman run --rm -it debian', 'podman debian'],
    ['kubectl exec -it pod-1 -- bash', 'kubectl pod-1'],
    ['kubectl exec pod-1 -n web -it -- bash', 'kubectl pod-1'],
    ['incus exec box -- bash', 'incus box'],
    ['lxc shell box', 'lxc box'],
    ['distrobox enter dev', 'distrobox dev'],
    ['toolbox enter', 'toolbox'],
  ])('finds one somewhere else: %s', (line, place) => {
    expect(enters(line)).toEqual({ kind: 'away', place });
  });

  it.each([
    'nu',
    'sh',
    'nix develop',
    'fg',
    '%1',
    'cd /tmp && bash',
    'docker compose exec web bash',
    'docker exec -it db psql',
    'mosh box',
  ])('says that there may be one: %s', (line) => {
    expect(enters(line)).toEqual({ kind: 'maybe' });
  });

  it.each([
    '',
    'ls',
    'cat bash',
    'bash script.sh',
    "bash -c 'ls'",
    'zsh -x file',
    "su -c 'ls' ann",
    'sudo ls -s',
    'ssh box uptime',
    'ssh',
    'make shell',
    `bash ${' '.repeat(5000)}`,
  ])('finds none: %s', (line) => {
    expect(enters(line)).toBeUndefined();
  });
});

describe('shellCalled', () => {
  it('names a shell that waits for commands by the words it was started with', () => {
    const names = [['-bash'], ['/bin/sh', '-i'], ['busybox', 'ash'], ['zsh', '-l']].map((words) =>
      shellCalled(words),
    );
    expect(names).toEqual(['bash', 'sh', 'ash', 'zsh']);
  });

  it('names none that reads a file or a line, and no other program', () => {
    for (const words of [['sh', 'a.sh'], ['bash', '-c', 'ls'], ['python3'], ['busybox'], []])
      expect(shellCalled(words)).toBeUndefined();
  });
});
