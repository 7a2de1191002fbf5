import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tar, tarHeader } from '../../src/machine/tar.ts';
import { programPath } from '../support/programs.ts';
import { removeFolder } from '../support/remove-folder.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-tar-'));
});
afterAll(() => removeFolder(folder));

describe('an archive', () => {
  it('is unpacked by the tar of the system: names, contents and modes', async () => {
    const long = `${'folder/'.repeat(20)}${'name'.repeat(20)}.js`;
    const files = [
      ['empty', '', 0o644],
      ['one/block', 'x'.repeat(512), 0o600],
      ['bin/run me', '#!/bin/sh\necho ran\n', 0o750],
      [long, 'long', 0o644],
      ['Zoë', 'é'.repeat(1000), 0o644],
    ] as const;
    const chunks: Buffer[] = [];
    const given = files.map(([name, text, mode], at) => {
      const from = join(folder, `from-${at}`);
      writeFileSync(from, text, { mode });
      return { name, from };
    });
    for await (const chunk of tar(given)) chunks.push(chunk);
    const archive = Buffer.concat(chunks);
    expect(archive.length % 512).toBe(0);
    const into = join(folder, 'into');
    mkdirSync(into);
    execFileSync(programPath('tar'), ['-xof', '-', '-C', into], { input: archive });
    for (const [name, text] of files) expect(readFileSync(join(into, name), 'utf8')).toBe(text);
    expect(execFileSync(join(into, 'bin/run me'), { encoding: 'utf8' })).toBe('ran\n');
    expect(statSync(join(into, 'one/block')).mode & 0o111).toBe(0);
  });

  it('ends with an error where a file grows while it is read', async () => {
    const from = join(folder, 'growing');
    writeFileSync(from, 'x');
    const reading = tar([{ name: 'growing', from }]);
    await reading.next();
    writeFileSync(from, 'more');
    await expect(async () => {
      for await (const _ of reading);
    }).rejects.toThrow('has changed while it was read');
  });

  it('has no place for a name that is too long', () => {
    expect(() => tarHeader('x'.repeat(101), 0, 0o644)).toThrow('too long for a tar archive');
    expect(() => tarHeader(`${'x/'.repeat(100)}y`.repeat(2), 0, 0o644)).toThrow('too long');
    expect(tarHeader(`${'p'.repeat(155)}/${'n'.repeat(100)}`, 0, 0o644)).toHaveLength(512);
  });
});
