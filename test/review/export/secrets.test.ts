import { describe, expect, it } from 'vitest';
import { redact, secretsIn } from '../../../src/protocol/common/redact.ts';
import { exported } from '../../../src/review/export/exported.ts';
import { written } from '../../../src/review/export/formats.ts';
import { secretText } from '../../../src/review/export/told.ts';
import { styledOutput } from '../../../src/screen/text/styled-output.ts';
import { run } from './sample-runs.ts';

const TOKEN = `ghp_${'a1'.repeat(18)}`;
const FORMS = ['md', 'html', 'svg', 'cast', 'json', 'txt'] as const;

describe('secrets in an export', () => {
  it('are redacted in every format, also where colours take them apart or a key has several lines', () => {
    const outputs = [
      `one\r\n${TOKEN}\r\n`,
      `ghp_\x1b[1m${TOKEN.slice(4)}\x1b[0m\r\n`,
      `\x1b]0;${TOKEN}\x07title\r\n`,
      `-----BEGIN RSA PRIVATE KEY-----\r\n${TOKEN.slice(4)}\r\n-----END RSA PRIVATE KEY-----\r\nafter\r\n`,
    ];
    const runs = [
      ...outputs.map((output, index) => run(index, 'cat x', output)),
      run(9, `curl -H "Authorization: Bearer ${TOKEN}"`, '', { note: `it is ${TOKEN}` }),
    ];
    const { runs: ready, found } = exported(runs, styledOutput, { withSecrets: false });
    for (const format of FORMS) {
      const text = written(format, ready, {});
      expect([format, text.includes(TOKEN.slice(4))]).toEqual([format, false]);
      if (format !== 'svg') expect(text).toContain('[redacted]');
    }
    expect(found.map(({ seq, place, line }) => [seq, place, line])).toEqual([
      [0, 'output', 2],
      [1, 'output', 1],
      [2, 'output', undefined],
      [3, 'output', 1],
      [9, 'command', 1],
      [9, 'note', 1],
    ]);
    expect(found.map(secretText).join('\n')).not.toContain(TOKEN.slice(8));
  });

  it('are told and left in when they are wanted; what is redacted already is none', () => {
    const runs = [run(1, 'x', `password=[redacted]\r\n${TOKEN}\r\n`)];
    const { runs: ready, found } = exported(runs, styledOutput, { withSecrets: true });
    expect(written('txt', ready, {})).toContain(TOKEN);
    expect(found).toHaveLength(1);
  });

  it('are found at the places where they are redacted', () => {
    for (const text of [
      `a ${TOKEN} b`,
      'export API_TOKEN=x; y',
      'git clone https://a:b@c/d',
      'nothing here',
    ]) {
      let rest = text;
      for (const { from, to } of secretsIn(text).toReversed())
        rest = `${rest.slice(0, from)}[redacted]${rest.slice(to)}`;
      expect(rest).toBe(redact(text));
    }
  });
});
