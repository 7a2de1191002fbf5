import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import type { CommandRecord } from '../../src/protocol/command-record.ts';
import { RealHost } from '../support/real-host.ts';

let real: RealHost;
let alice: Client;

beforeEach(async () => {
  real = await RealHost.start();
  alice = await real.join('agent:alice');
});

afterEach(() => real.close());

async function runIn(uri: string, commandLine: string, by = alice): Promise<CommandRecord> {
  return (await by.cotty.run(uri, { commandLine })).record;
}

/** What a shell prints around it aside: fish switches modes and sets the title when a command begins. */
function printed({ stdout }: CommandRecord): string {
  return stdout.replaceAll(/\x1b\[[\d;?]*[a-zA-Z]|\x1b\][^\x07]*\x07|\x1b\(B/g, '').replace(/^\r+(?!\n)/, '');
}

const several = 'echo one\n\n  echo two\necho three';
const heredoc = "cat <<'END'\nit's $HOME\n\ttabbed \"quote\n}\nEND";

describe.each(['bash', 'zsh', 'dash'])('%s', (shell) => {
  it('answers with the record of each command, of one line or several', async () => {
    const uri = await real.open(alice, { shell });
    const first = await runIn(uri, 'echo "hi there"; false');
    expect(first).toMatchObject({
      seq: 1,
      cmd: 'echo "hi there"; false',
      writer: 'agent:alice',
      exit: 1,
      timed_out: false,
      killed_by_restart: false,
    });
    expect(printed(first)).toBe('hi there\r\n');
    const second = await runIn(uri, several);
    expect(second).toMatchObject({ seq: 2, cmd: several, exit: 0 });
    expect(printed(second)).toBe('one\r\ntwo\r\nthree\r\n');
    const third = await runIn(uri, heredoc);
    expect(third).toMatchObject({ seq: 3, cmd: heredoc, exit: 0 });
    expect(printed(third)).toBe(`it's $HOME\r\n\ttabbed "quote\r\n}\r\n`);
    const fourth = await runIn(uri, 'for i in 1 2; do\n\techo "n $i"\ndone\n(exit 7)\n');
    expect(fourth).toMatchObject({ seq: 4, cmd: 'for i in 1 2; do\n\techo "n $i"\ndone\n(exit 7)', exit: 7 });
    expect(printed(fourth)).toBe('n 1\r\nn 2\r\n');
    const { records, more } = await alice.cotty.records(uri, { last: 10 });
    expect(records).toEqual([first, second, third, fourth]);
    expect(more).toBe(false);
  });
});

describe('fish', () => {
  it('answers with the record of each command, of one line or several', async () => {
    const uri = await real.open(alice, { shell: 'fish' });
    const first = await runIn(uri, 'echo "hi there"; false');
    expect(first).toMatchObject({ seq: 1, cmd: 'echo "hi there"; false', exit: 1 });
    expect(printed(first)).toContain('hi there\r\n');
    const second = await runIn(uri, 'for i in 1 2\n    echo "n $i"\nend\necho done');
    expect(second).toMatchObject({ seq: 2, exit: 0 });
    expect(printed(second)).toContain('n 1\r\nn 2\r\ndone\r\n');
  });
});
