import { describe, expect, test } from 'vitest';
import {
  callsFinding,
  installationFindings,
  nodeFinding,
  ptyFinding,
} from '../../../src/cli/doctor/installation-findings.ts';

describe('findings about the installation', () => {
  test('a Node older than the recommended one is good enough, with a hint at the newer one', () => {
    expect(nodeFinding('20.20.2')).toMatchObject({ status: 'yes', hint: expect.stringContaining('Node 24') });
    expect(nodeFinding('22.1.0').hint).toBeDefined();
    expect(nodeFinding('24.0.0').hint).toBeUndefined();
    expect(nodeFinding('26.10.0').hint).toBeUndefined();
  });

  test('without node-pty nothing works, without koffi everything does', () => {
    expect(ptyFinding(undefined)).toMatchObject({ status: 'bad', text: 'node-pty is not installed' });
    expect(ptyFinding({ version: '1.0.0', loads: false })).toMatchObject({
      status: 'bad',
      text: 'node-pty 1.0.0 does not load on this system',
    });
    expect(callsFinding(undefined)).toMatchObject({
      status: 'no',
      text: 'modes of terminals are read by running stty: koffi is not installed',
    });
    expect(callsFinding({ version: '3.0.0', loads: false }).text).toMatch(/koffi 3\.0\.0 does not load/);
  });

  test('both load here', async () => {
    const found = await installationFindings(process.env);
    expect(found.map(({ id, status }) => [id, status])).toEqual([
      ['node', 'yes'],
      ['node-pty', 'yes'],
      ['system-calls', 'yes'],
    ]);
  });
});
