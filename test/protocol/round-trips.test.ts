/** The official round trips: what is read and written again is what came, as far as we speak it. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseParams } from '../../src/protocol/messages.ts';
import { parseEnvelope } from '../../src/protocol/validate/read-envelope.ts';
import { parseInitializeResult, parseReconnectResult } from '../../src/protocol/validate/read-results.ts';
import { classify } from '../../src/rpc/rpc-frame.ts';

type Case = {
  name: string;
  type: string;
  input: unknown;
  acceptableOutputs: unknown[];
  preservedOutput?: unknown;
};

const FOLDER = 'fixtures/ahp/round-trips';

/** How a value of that type goes through our code; all but one are written as well. */
const through: { [type: string]: (input: unknown) => unknown } = {
  ActionEnvelope: (input) => unwrap(parseEnvelope(input), 'envelope'),
  StateAction: (action) => {
    const parsed = parseEnvelope({ channel: 'x:/', serverSeq: 1, action });
    return parsed.ok && parsed.envelope.action;
  },
  InitializeResult: (input) => unwrap(parseInitializeResult(input), 'welcome'),
  ReconnectParams: (input) => unwrap(parseParams('reconnect', input), 'params'),
  SubscribeParams: (input) => unwrap(parseParams('subscribe', input), 'params'),
  Implementation: (input) => {
    const result = parseInitializeResult({ protocolVersion: '1.0.0', serverSeq: 0, serverInfo: input });
    return result.ok && result.welcome.serverInfo;
  },
  JsonRpcMessage: (input) => {
    const { kind: _kind, ...frame } = classify(JSON.stringify(input));
    return { jsonrpc: '2.0', ...frame };
  },
};

function unwrap(parsed: { ok: boolean }, key: string): unknown {
  return (parsed as { [key: string]: unknown })[key] ?? parsed;
}

const cases = ['.', 'newer'].flatMap((folder) =>
  readdirSync(join(FOLDER, folder))
    .filter((file) => file.endsWith('.json'))
    .map((file): [string, Case] => [
      join(folder, file),
      JSON.parse(readFileSync(join(FOLDER, folder, file), 'utf8')),
    ]),
);
const ours = cases.filter(([, { type }]) => through[type] !== undefined);

describe('the official round trips', () => {
  it('are all there', () => {
    expect(cases.length).toBe(19);
    expect(cases.filter((one) => !ours.includes(one)).map(([, { type }]) => type)).toEqual([
      'ReconnectResult',
    ]);
  });

  it.each(ours)(
    '%s comes out as it went in',
    (_file, { type, input, acceptableOutputs, preservedOutput }) => {
      const output = JSON.parse(JSON.stringify(through[type]?.(input)));
      expect([...acceptableOutputs, preservedOutput]).toContainEqual(output);
    },
  );

  it('name in a mixed recovery every channel once', () => {
    const mixed = cases.find(([, { type }]) => type === 'ReconnectResult')?.[1].input;
    const parsed = parseReconnectResult(mixed);
    expect(parsed).toMatchObject({
      recovery: {
        actions: [{ serverSeq: 101 }, { serverSeq: 102 }],
        snapshots: [{ resource: 'ahp-canvas:/b' }],
        missing: ['ahp-terminal:/c'],
      },
    });
  });
});
