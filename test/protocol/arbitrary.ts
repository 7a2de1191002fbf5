/** Arbitrary protocol values for properties. */

import fc from 'fast-check';
import type { TerminalAction } from '../../src/protocol/terminal/actions.ts';

const commandId = fc.constantFrom('a', 'b', 'c');
const id = fc.stringMatching(/^[!-~]{1,12}$/);
const text = fc.string({ unit: 'binary', maxLength: 12 });

/** Any terminal action, with few command ids so that starts and finishes meet. */
export const terminalAction: fc.Arbitrary<TerminalAction> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('terminal/data' as const), data: text }) },
  fc.record({ type: fc.constant('terminal/input' as const), data: text }),
  fc.record({
    type: fc.constant('terminal/resized' as const),
    cols: fc.integer({ min: 1, max: 65535 }),
    rows: fc.integer({ min: 1, max: 65535 }),
  }),
  fc.record({
    type: fc.constant('terminal/claimed' as const),
    claim: fc.oneof(
      fc.record({ kind: fc.constant('client' as const), clientId: id }),
      fc.record(
        {
          kind: fc.constant('session' as const),
          session: fc.constant('ahp-session:/s'),
          chat: fc.constant('ahp-chat:/s'),
          turnId: id,
        },
        { requiredKeys: ['kind', 'session', 'chat'] },
      ),
    ),
  }),
  fc.record({ type: fc.constant('terminal/titleChanged' as const), title: fc.string() }),
  fc.record({ type: fc.constant('terminal/cwdChanged' as const), cwd: fc.constant('file:///tmp') }),
  fc.record(
    { type: fc.constant('terminal/exited' as const), exitCode: fc.integer({ min: 0, max: 255 }) },
    { requiredKeys: ['type'] },
  ),
  fc.record({ type: fc.constant('terminal/cleared' as const) }),
  fc.record({ type: fc.constant('terminal/commandDetectionAvailable' as const) }),
  fc.record({
    type: fc.constant('terminal/commandExecuted' as const),
    commandId,
    commandLine: text,
    timestamp: fc.nat(),
  }),
  fc.record(
    {
      type: fc.constant('terminal/commandFinished' as const),
      commandId,
      exitCode: fc.nat(255),
      durationMs: fc.nat(),
    },
    { requiredKeys: ['type', 'commandId'] },
  ),
);
