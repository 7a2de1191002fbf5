import { expect, it, vi } from 'vitest';
import { LiveScreen } from '../../../src/web/screen/live-screen.ts';

const look = { fontFamily: 'monospace', fontSize: 14, lineHeight: 1.2, theme: {}, minimumContrastRatio: 1 };
const none = () => {};

it('touches an emulator no more after its end, whatever is still to be parsed', async () => {
  const ack = vi.fn();
  const onChange = vi.fn();
  const screen = new LiveScreen({ look, onInput: none, onChange, onHyperlink: none, ack });
  const touched = [vi.spyOn(screen.terminal, 'scrollToBottom'), vi.spyOn(screen.terminal, 'resize')];
  screen.apply({ type: 'terminal/commandExecuted', commandId: 'cmd-1', commandLine: 'seq', timestamp: 0 });
  screen.apply({ type: 'terminal/data', data: 'line\r\n' });
  screen.apply({ type: 'terminal/resized', cols: 100, rows: 30 });
  screen.apply({ type: 'terminal/commandFinished', commandId: 'cmd-1' });
  screen.close();
  // A view may hear of the end of a command a moment after the end of its screen.
  screen.toEnd();
  await new Promise<void>((resolve) => screen.terminal.write('', resolve));
  for (const each of [ack, onChange, ...touched]) expect(each).not.toHaveBeenCalled();
});

it('leaves the wheel to the blocks as soon as a command has ended, before its last output is parsed', async () => {
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
