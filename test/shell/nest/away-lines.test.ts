import { expect, it } from 'vitest';
import { answeredShell, askingLine, loadingLine } from '../../../src/shell/nest/away-lines.ts';
import { scriptsPath } from '../../../src/shell/scripts-path.ts';

it('has lines that fit where the kernel cuts them', () => {
  const lines = [askingLine(`~${'a'.repeat(24)}`)];
  for (const shell of ['bash', 'zsh', 'fish'] as const)
    lines.push(loadingLine(shell, scriptsPath(), `~${'a'.repeat(24)}`));
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThan(4000);
  expect(lines.join('\n')).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f]/);
});

it('knows a shell by the one version that it has', () => {
  const shells = ['5.2.15(1)-release//', '/5.9/', '//4.0.1', '//', 'x', ''].map(answeredShell);
  expect(shells).toEqual(['bash', 'zsh', 'fish', undefined, 'bash', undefined]);
});
