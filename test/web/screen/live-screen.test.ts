import { expect, it } from 'vitest';
import { LiveScreen } from '../../../src/web/screen/live-screen.ts';

it('leaves the wheel to the blocks as soon as a command has ended, before its last output is parsed', async () => {
  const none = () => {};
  const look = { fontFamily: 'monospace', fontSize: 14, lineHeight: 1.2, theme: {}, minimumContrastRatio: 1 };
  const screen = new LiveScreen({ look, onInput: none, onChange: none, onHyperlink: none, ack: none });
  screen.apply({ type: 'terminal/commandExecuted', commandId: 'cmd-1', commandLine: 'seq', timestamp: 0 });
  await new Promise<void>((resolve) => screen.terminal.write('line\r\n'.repeat(100), resolve));
  expect(screen.scrollsBy(-1)).toBe(true);
  screen.terminal.scrollLines(-10);
  screen.apply({ type: 'terminal/data', data: 'line\r\n'.repeat(100) });
  screen.apply({ type: 'terminal/commandFinished', commandId: 'cmd-1' });
  expect(screen.scrollsBy(-1)).toBe(false);
  await new Promise<void>((resolve) => screen.terminal.write('$ ', resolve));
  expect(screen.scrollsBy(-1)).toBe(false);
  expect(screen.part).toMatchObject({ top: 23, rows: 1 });
  screen.close();
});
