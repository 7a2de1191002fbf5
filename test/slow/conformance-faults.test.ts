/** A suite that finds nothing proves nothing: hosts that do one thing wrong, and the check that has to notice. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConformanceHost, loadSuite, type Socket } from '../support/conformance.ts';

type Json = { readonly [key: string]: unknown };
type Frame = Json & { readonly params?: Json; readonly result?: Json };

/** What becomes of one frame of the host. */
type Tamper = (frame: Frame) => readonly Frame[];

let served: ConformanceHost;
beforeAll(async () => {
  served = await ConformanceHost.start();
});
afterAll(() => served.close());

async function tampered(tamper: Tamper): Promise<Socket> {
  const socket = await served.open();
  return {
    ...socket,
    onMessage: (listener) =>
      socket.onMessage((text) => {
        for (const frame of tamper(JSON.parse(text))) listener(JSON.stringify(frame));
      }),
  };
}

const ofAction =
  (change: (params: Json, action: Json) => readonly Json[]): Tamper =>
  (frame) =>
    frame['method'] === 'action' && frame.params !== undefined
      ? change(frame.params, frame.params['action'] as Json).map((params) => ({ ...frame, params }))
      : [frame];

/** What becomes of the text of an output. */
const ofData = (change: (data: string) => readonly string[]): Tamper =>
  ofAction((params, action) => {
    const { type, data } = action;
    if (type !== 'terminal/data' || typeof data !== 'string') return [params];
    return change(data).map((text) => ({ ...params, action: { ...action, data: text } }));
  });

const ofResult =
  (change: (result: Json) => Json): Tamper =>
  (frame) => [
    frame.result === undefined || frame.result === null ? frame : { ...frame, result: change(frame.result) },
  ];

const without = (object: Json, key: string): Json => {
  const { [key]: _gone, ...rest } = object;
  return rest;
};

const faults: readonly [string, string, RegExp, () => Tamper][] = [
  [
    'origin is null where there is none',
    'dispatch',
    /no origin, not even null/,
    () => ofAction((params) => [{ origin: null, ...params }]),
  ],
  [
    'the dispatcher gets no echo',
    'dispatch',
    /gets its own action back/,
    () => ofAction((params) => (params['origin'] === undefined ? [params] : [])),
  ],
  [
    'rejections look like successes',
    'dispatch',
    /terminal\/exited of a client comes back rejected/,
    () => ofAction((params) => [without(params, 'rejectionReason')]),
  ],
  [
    'numbers stand still',
    'dispatch',
    /numbers grow strictly/,
    () => ofAction((params) => [{ ...params, serverSeq: 1 }]),
  ],
  [
    'an action comes twice',
    'subscriptions',
    /still one stream/,
    () => ofAction((params) => [params, params]),
  ],
  [
    'some output is lost',
    'subscriptions',
    /without a hole/,
    // Some of its numbered lines, in however many pieces they come.
    () => ofData((data) => [data.replaceAll(/^n\d*50\.\r\n/gm, '')]),
  ],
  [
    'a snapshot is older than it says',
    'mirrors',
    /both generations keep the same state at/,
    () =>
      ofResult((result) => {
        const snapshot = result['snapshot'] as Json | undefined;
        const state = snapshot?.['state'] as Json | undefined;
        if (snapshot === undefined || !Array.isArray(state?.['content'])) return result;
        return {
          ...result,
          snapshot: { ...snapshot, state: { ...state, content: state['content'].slice(1) } },
        };
      }),
  ],
  [
    'another version is answered than was offered',
    'versions',
    /is one of the versions offered/,
    () =>
      ofResult((result) => ('protocolVersion' in result ? { ...result, protocolVersion: '1.0.1' } : result)),
  ],
  [
    'old clients get both shapes',
    'versions',
    /in its own shape/,
    () =>
      ofResult((result) => {
        const snapshot = result['snapshot'] as Json | undefined;
        const state = { lifecycle: { status: 'running' }, ...(snapshot?.['state'] as Json) };
        return snapshot === undefined ? result : { ...result, snapshot: { ...snapshot, state } };
      }),
  ],
  [
    'a replay leaves out what happened',
    'reconnect',
    /leads to the state of the host/,
    () => ofResult((result) => (Array.isArray(result['actions']) ? { ...result, actions: [] } : result)),
  ],
  [
    'a replay begins too early',
    'reconnect',
    /in order, and only of what is watched/,
    () =>
      ofResult((result) =>
        Array.isArray(result['actions'])
          ? { ...result, actions: [{ serverSeq: 0 }, ...result['actions']] }
          : result,
      ),
  ],
  [
    'a result of null is left out',
    'transport',
    /ping is answered/,
    () => (frame) => [frame.result === null ? without(frame, 'result') : frame],
  ],
  [
    'an id comes back as a text',
    'transport',
    /a number comes back/,
    () => (frame) => [frame['id'] === 7 ? { ...frame, id: '7' } : frame],
  ],
  [
    'half a character is sent',
    'output',
    /splits a surrogate pair/,
    () =>
      ofData((data) => {
        const middle = data.search(/[\ud800-\udbff]/) + 1;
        return [data.slice(0, middle), data.slice(middle)];
      }),
  ],
];

it.each(faults)('a host where %s is found out in %s', async (_fault, section, title, makeTamper) => {
  const { runSuite } = await loadSuite();
  const open = () => tampered(makeTamper());
  const { results } = await runSuite({ open, only: [section], title, timeoutMs: 5000 });
  expect(results.map(({ outcome }) => outcome)).toEqual(['fail']);
});
