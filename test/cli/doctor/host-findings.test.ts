import { describe, expect, test } from 'vitest';
import { webFinding } from '../../../src/cli/doctor/host-findings.ts';

const counts = { links: 0, sessions: 1, connections: 0 };

describe('the finding about the web server', () => {
  test('says where it is open', () => {
    expect(webFinding({ ...counts, open: true, address: 'http://127.0.0.1:7070' })).toEqual({
      id: 'web-door',
      status: 'yes',
      text: 'web server: open at http://127.0.0.1:7070, 1 session',
    });
  });

  test('warns where others can read what goes through it', () => {
    const { hint } = webFinding({
      ...counts,
      open: true,
      address: 'http://10.0.0.5:7070',
      beyondLoopback: true,
    });
    expect(hint).toContain('10.0.0.5');
  });

  test('says why it does not listen, and what opens a closed one', () => {
    const waits = 'port 7070 is taken';
    expect(webFinding({ ...counts, open: true, waits })).toMatchObject({
      status: 'no',
      text: `web server: ${waits}`,
    });
    expect(webFinding({ ...counts, open: false })).toMatchObject({
      status: 'info',
      text: 'web server: closed; `cotty web` opens it',
    });
    expect(webFinding({ ...counts, open: false, noPage: 'the page is not built' })).toMatchObject({
      status: 'no',
      text: 'web server: the page is not built',
    });
  });
});
