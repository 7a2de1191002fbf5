import { expect, it } from 'vitest';
import { isClientDispatchable } from '../../src/protocol/dispatchable.ts';

it('lets clients dispatch the five terminal actions, the two of a pty owner and the configuration, nothing else', () => {
  const allowed = ['input', 'resized', 'claimed', 'titleChanged', 'cleared', 'output', 'exited'].map(
    (name) => `terminal/${name}`,
  );
  expect([...allowed, 'root/configChanged'].every(isClientDispatchable)).toBe(true);
  const refused = [
    'terminal/data',
    'terminal/cwdChanged',
    'terminal/commandDetectionAvailable',
    'terminal/commandExecuted',
    'terminal/commandFinished',
    'root/terminalsChanged',
    'root/agentsChanged',
    'root/activeSessionsChanged',
    'x-other/thing',
    'toString',
    '',
  ];
  expect(refused.filter(isClientDispatchable)).toEqual([]);
});
