import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FollowedRun } from '../../../../src/cli/scripts/follow/followed-run.ts';
import { noOutput } from '../../../../src/cli/scripts/follow/script-output.ts';
import { rowOf, withRecord } from '../../../../src/cli/scripts/group/run-group.ts';
import type { Client } from '../../../../src/client/client.ts';
import { RealHost } from '../../../support/real-host.ts';

let host: RealHost;
let client: Client;
beforeEach(async () => {
  host = await RealHost.start();
  client = await host.join('user:mara');
});
afterEach(async () => {
  await host.close();
});

describe('a command of a group that is left', () => {
  /** The row as it is told when the command was left, and then had time to end or not. */
  async function rowAfter(commandLine: string, ends: boolean) {
    const uri = await host.open(client);
    const mirror = await client.subscribe(uri);
    const request = {
      ...{ title: 'one', commandLine, writer: 'user:mara' },
      ...{ timeoutMs: undefined, queue: false },
    };
    const nothing = () => {};
    const run = new FollowedRun(client, mirror, request, {
      ...{ onText: nothing, onGap: nothing, onTurn: nothing, onUnheard: nothing },
    });
    await run.settled;
    run.leave();
    const last = async () => (await client.cotty.records(uri, { last: 1 })).records[0]?.finished_at;
    if (ends) await expect.poll(last).toEqual(expect.any(String));
    const member = { name: 'one', outcome: run.outcome, under: { uri, run, out: noOutput } };
    return withRecord(client, member, rowOf(member, await run.outcome, undefined), Date.now());
  }

  test('is told as it has ended where it has meanwhile', async () => {
    expect(await rowAfter('sleep 0.2; (exit 7)', true)).toEqual({
      ...{ terminal: 'one', state: 'ended', code: 7, lines: 0 },
      ...{ durationMs: expect.any(Number), record: expect.objectContaining({ exit: 7 }) },
    });
  });

  test('is told to run where it goes on', async () => {
    expect(await rowAfter('sleep 1000', false)).toMatchObject({
      ...{ terminal: 'one', state: 'running', code: 130 },
      note: 'the command keeps running in "one"',
    });
  });
});
