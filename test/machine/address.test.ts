import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMachineAddress, type Reach, readMachineAddress } from '../../src/machine/address.ts';

function reachOf(address: string): Reach {
  const read = readMachineAddress(address);
  if (!read.ok) throw new Error(read.error);
  return read.reach;
}

const argv = (address: string, options?: readonly string[]) => reachOf(address).runs?.('LINE', options);

describe('the address of a machine', () => {
  it.each([
    ['ssh://box', ['ssh', '-T', '--', 'box', "sh -c 'LINE'"]],
    [
      'ssh://ada@box.example:2222',
      ['ssh', '-T', '-p', '2222', '-l', 'ada', '--', 'box.example', "sh -c 'LINE'"],
    ],
    ['ssh://[fe80::1%eth0]/', ['ssh', '-T', '--', 'fe80::1%eth0', "sh -c 'LINE'"]],
    ['docker://web-1', ['docker', 'exec', '-i', 'web-1', 'sh', '-c', 'LINE']],
    ['docker://1000:1000@web', ['docker', 'exec', '-i', '--user', '1000:1000', 'web', 'sh', '-c', 'LINE']],
    ['k8s://pod', ['kubectl', 'exec', '-i', 'pod', '--', 'sh', '-c', 'LINE']],
    [
      'k8s://space/pod/side?context=eu/one',
      [
        'kubectl',
        '--context',
        'eu/one',
        '-n',
        'space',
        'exec',
        '-i',
        'pod',
        '-c',
        'side',
        '--',
        'sh',
        '-c',
        'LINE',
      ],
    ],
    ['exec:sudo -u build', ['sh', '-c', "exec sudo -u build sh -c 'LINE'"]],
  ])('%s is a command that runs a line there', (address, command) => {
    expect(argv(address)).toEqual(command);
  });

  it('puts options of ssh before the host', () => {
    expect(argv('ssh://box', ['-o', 'BatchMode=yes'])).toEqual([
      ...['ssh', '-T', '-o', 'BatchMode=yes', '--', 'box', "sh -c 'LINE'"],
    ]);
  });

  it('of a command that ends with host --stdio is that command', () => {
    const reach = reachOf('exec:/opt/cotty host --stdio');
    expect(reach.runs).toBeUndefined();
    expect(reach.speaks).toEqual(['sh', '-c', 'exec /opt/cotty host --stdio']);
    expect(reach.pipes?.argv(5173, [], 'MARK')).toEqual([
      'sh',
      '-c',
      'exec /opt/cotty machine pipe 5173 MARK',
    ]);
  });

  it('joins a port of localhost there by ssh itself', () => {
    expect(reachOf('ssh://ada@box:2222').pipes?.argv(5173, ['-o', 'BatchMode=yes'], 'MARK')).toEqual([
      ...['ssh', '-o', 'BatchMode=yes', '-p', '2222', '-l', 'ada', '-W', 'localhost:5173', '--', 'box'],
    ]);
    expect(reachOf('docker://web').pipes).toBeUndefined();
  });

  it.each([
    ['ssh://ada@box.example.org', 'box'],
    ['docker://web', 'web'],
    ['k8s://space/pod', 'pod'],
    ['exec:sudo -u build', 'build'],
  ])('%s has the name %s until somebody gives another', (address, name) => {
    expect(reachOf(address).name).toBe(name);
  });

  it.each([
    'ssh://',
    'ssh://-oProxyCommand=reboot',
    'ssh://-l@box',
    'ssh://a b',
    'ssh://box;reboot',
    'ssh://box:port',
    'ssh://$(reboot)',
    'ssh://box\n',
    'docker://-it',
    'docker://web sh',
    'docker://--privileged@web',
    'k8s://--all',
    'k8s://a/b/c/d',
    'k8s://pod?context=--kubeconfig',
    'k8s://pod?other=1',
    'exec:',
    'exec: \t',
    'exec:true\0',
    'ftp://box',
    'box',
    '',
  ])('%j is refused, and named in the error', (address) => {
    const read = readMachineAddress(address);
    expect(read).toMatchObject({ ok: false });
    expect(!read.ok && read.error).toContain(address);
  });

  it('never becomes an option of ssh, docker or kubectl, whatever is in it', () => {
    const scheme = fc.constantFrom('ssh://', 'docker://', 'k8s://');
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom('-', '--', '@', ':', '/', '?context=', '[', ']', '%', ' ', '$(x)', ';'),
    );
    fc.assert(
      fc.property(scheme, fc.array(part, { maxLength: 6 }), (start, parts) => {
        const read = readMachineAddress(`${start}${parts.join('')}`);
        if (!read.ok) return;
        const words = read.reach.runs?.('LINE') ?? [];
        const own = new Set(['-T', '-p', '-l', '--', '-i', '--user', '--context', '-n', '-c']);
        expect(words.filter((word) => word.startsWith('-') && !own.has(word))).toEqual([]);
        // The last word is the line itself.
        expect(words.slice(0, -1).join('')).not.toMatch(/[;$`"'\s]/);
      }),
    );
  });

  it('reads any text without an error, and only addresses as such', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        const read = readMachineAddress(text);
        if (read.ok) expect(isMachineAddress(text)).toBe(true);
      }),
    );
  });

  it('gives a line to the shell there unchanged', () => {
    const line = 'printf %s "a $((1 + 1)) *"; echo; exit 3';
    const [program = '', ...args] = reachOf('exec:env A=1').runs?.(line) ?? [];
    expect(() => execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' })).toThrow(
      expect.objectContaining({ status: 3, stdout: 'a 2 *\n' }),
    );
  });

  it.each(["it's", 'a\\b', 'a\nb', 'hi!'])('refuses a line that shells read differently: %j', (line) => {
    expect(() => reachOf('ssh://box').runs?.(line)).toThrow('shells read differently');
  });
});
