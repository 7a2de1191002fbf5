import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactRecord } from '../../../src/ledger/records/redact.ts';
import { endsKey, opensKey, redact } from '../../../src/protocol/common/redact.ts';
import { secretForms } from '../../../src/protocol/common/secret-forms.ts';
import { cpuTime } from '../../support/cpu-time.ts';
import { record } from '../support.ts';

describe('redacting', () => {
  it.each([
    ['export GITHUB_TOKEN=abc123', 'export GITHUB_TOKEN=[redacted]'],
    ['mysql --password=hunter2 -u root', 'mysql --password=[redacted] -u root'],
    ['login --token abc --verbose', 'login --token [redacted] --verbose'],
    [`PASSWORD='two words' make`, 'PASSWORD=[redacted] make'],
    ['{"api_key": "abc", "name": "x"}', '{"api_key": [redacted], "name": "x"}'],
    ['password: hunter2\r\nuser: mara', 'password: [redacted]\r\nuser: mara'],
    ['secret=\x1b[32mgreen\x1b[0m', 'secret=\x1b[32m[redacted]\x1b[0m'],
    ['curl -H "Authorization: Bearer abcdefghij"', 'curl -H "Authorization: Bearer [redacted]"'],
    ['git clone https://mara:geheim@host/x', 'git clone https://mara:[redacted]@host/x'],
    [`ghp_${'a1'.repeat(18)} is one`, '[redacted] is one'],
    [`AKIA${'ABCD'.repeat(4)}`, '[redacted]'],
    ['a\n-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----\nb', 'a\n[redacted]\nb'],
    ['-----BEGIN PRIVATE KEY-----\nMII, and never ended', '[redacted]'],
    ['MIIlast\n-----END PRIVATE KEY-----\nb', '[redacted]\nb'],
  ])('%j', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  /** One line or more for each form of the table. */
  const examples: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    'a private key': [['-----BEGIN EC PRIVATE KEY-----\nMII\n-----END EC PRIVATE KEY-----', '[redacted]']],
    'a token with the prefix of its issuer': [
      [`huggingface-cli login --with hf_${'aB3'.repeat(11)}`, 'huggingface-cli login --with [redacted]'],
      [`xoxb-${'1'.repeat(12)}`, '[redacted]'],
    ],
    'the address of a webhook': [
      [
        'curl -d x https://hooks.slack.com/services/T0001/B0001/abcdefghijkl',
        'curl -d x https://hooks.slack.com/services/[redacted]',
      ],
      ['https://discord.com/api/webhooks/123456/abc-DEF', 'https://discord.com/api/webhooks/[redacted]'],
    ],
    'an authorization header': [['Authorization: Basic bWFyYTp4eA==', 'Authorization: Basic [redacted]']],
    'a value behind a name and an equals sign': [['DB_PASSWORD=hunter2 make', 'DB_PASSWORD=[redacted] make']],
    'a value behind a short name and an equals sign': [
      ['MY_PW=hunter2 make', 'MY_PW=[redacted] make'],
      ['PW="two words" make', 'PW=[redacted] make'],
      ['DB_PW_PROD=x', 'DB_PW_PROD=[redacted]'],
      ['export DB_PWD=hunter2', 'export DB_PWD=[redacted]'],
    ],
    'a value behind a quoted key': [[`{'token': 'abc'}`, `{'token': [redacted]}`]],
    'a value behind a name and a colon, alone on a line': [['token: abc', 'token: [redacted]']],
    'a value behind a name and a colon that a command prints': [
      ['echo "password: hunter2"', 'echo "password: [redacted]"'],
      [`printf 'the db password: hunter2\\n'`, `printf 'the db password: [redacted]\\n'`],
      ['echo token:abc', 'echo token:[redacted]'],
    ],
    'a value behind an option with a name': [['x --api-key abc -v', 'x --api-key [redacted] -v']],
    'a password in a URL': [['psql postgres://me:geheim@db/x', 'psql postgres://me:[redacted]@db/x']],
    'the user and password of curl': [
      ['curl -u me:hunter2 https://x', 'curl -u me:[redacted] https://x'],
      ['curl -sSu "me:hunter 2" x', 'curl -sSu "me:[redacted] 2" x'],
      ['curl https://x --user me:hunter2', 'curl https://x --user me:[redacted]'],
      ['curl --proxy-user=me:hunter2 x', 'curl --proxy-user=me:[redacted] x'],
    ],
    'the password of a MySQL client': [
      ['mysql -u root -phunter2 db', 'mysql -u root -p[redacted] db'],
      [`mysqldump -p'two words' db`, 'mysqldump -p[redacted] db'],
      ['mariadb-dump -phunter2', 'mariadb-dump -p[redacted]'],
    ],
    'the password of sshpass': [
      ['sshpass -p hunter2 ssh box', 'sshpass -p [redacted] ssh box'],
      ['sshpass -phunter2 ssh box', 'sshpass -p[redacted] ssh box'],
    ],
    'the password of a registry': [
      ['docker login -u me -p hunter2 registry', 'docker login -u me -p [redacted] registry'],
      ['podman login -phunter2', 'podman login -p[redacted]'],
    ],
    'the password of redis-cli': [
      ['redis-cli -h box -a hunter2 get x', 'redis-cli -h box -a [redacted] get x'],
      ['redis-cli --pass hunter2', 'redis-cli --pass [redacted]'],
    ],
    'the password of openssl': [
      ['openssl enc -aes-256-cbc -k hunter2 -in x', 'openssl enc -aes-256-cbc -k [redacted] -in x'],
      ['openssl rsa -passin pass:hunter2 -in x', 'openssl rsa -passin pass:[redacted] -in x'],
    ],
  };

  it.each(secretForms.map(({ what, signs }) => [what, signs] as const))('knows %s', (what, signs) => {
    expect(examples[what]).toBeDefined();
    for (const [text, expected] of examples[what] ?? []) {
      expect(redact(text)).toBe(expected);
      expect(signs.some((sign) => text.toLowerCase().includes(sign))).toBe(true);
    }
  });

  it.each([
    'PWD=/home/mara',
    'OLDPWD=/home/mara',
    'curl -u $USER:$PASS https://x',
    'curl -u me https://x',
    'curl -k https://x:8080/',
    'mysql -p db',
    'mysql -u root; mkdir -p x',
    'docker run -p 80:80 nginx',
    'docker login registry; docker run -p 80:80 nginx',
    'ssh -p 22 box',
    'redis-cli -p 6379 get a',
    'echo "Unexpected token in x"',
    'openssl s_client -connect x:443',
    'SyntaxError: Unexpected token: foo in bar',
    'export TOKEN=$OTHER',
    'tokens used: 15',
    'ls -la --color=auto',
    'https://example.org:8080/a@b',
    'cat password.txt',
  ])('leaves %j as it is', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('takes the secret out whatever stands around it', () => {
    const words = [
      'password',
      '=',
      ': ',
      ' ',
      '"',
      "'",
      '\n',
      'token',
      '--secret',
      '$x',
      'Bearer ',
      '@',
      '\x1b[1m',
    ];
    const around = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(around, around, (before, after) => {
        expect(redact(`${before} password=hunter2hunter2 ${after}`)).not.toContain('hunter2hunter2');
      }),
    );
  });

  it('is quick on text made to be slow', () => {
    for (const piece of [
      'a-',
      'eyJ-',
      '-----BEGIN PRIVATE KEY-----',
      'password',
      '--token',
      '://u:',
      'bearer ',
      'curl -u ',
      'curl ',
      'mysql -',
      'openssl -pass ',
      'docker login ',
      'echo a b c ',
      'a_pw_',
      'hooks.slack.com/services/',
    ]) {
      const text = piece.repeat(Math.ceil(100_000 / piece.length));
      const begun = cpuTime();
      redact(text);
      const took = cpuTime() - begun;
      expect({ piece, slow: took > 1000 ? took : 0 }).toEqual({ piece, slow: 0 });
    }
  });
});

describe('the begin and the end of a private key', () => {
  it.each([
    ['-----BEGIN PRIVATE KEY-----', true, false],
    ['x -----BEGIN EC 2 PRIVATE KEY----- y', true, false],
    ['-----END PRIVATE KEY-----', false, true],
    ['x -----END OPENSSH PRIVATE KEY----- y', false, true],
    [`-----BEGIN ${'A'.repeat(39)} PRIVATE KEY-----`, true, false],
    ['-----BEGIN PUBLIC KEY-----', false, false],
    ['-----END rsa PRIVATE KEY-----', false, false],
    ['-----BEGIN rsa PRIVATE KEY-----', false, false],
  ])('are told: %j', (line, opens, ends) => {
    expect([opensKey(line), endsKey(line)]).toEqual([opens, ends]);
  });

  it('leaves what stands before a key alone, and hides what stands before the end of one', () => {
    const key = (name: string) => `-----BEGIN ${name}PRIVATE KEY-----\nMII\n-----END ${name}PRIVATE KEY-----`;
    expect(redact(`a\n${key('RSA ')}\nb\n${key('')}\nc`)).toBe('a\n[redacted]\nb\n[redacted]\nc');
    expect(redact(`MII\n-----END RSA PRIVATE KEY-----\nb\n${key('')}`)).toBe('[redacted]\nb\n[redacted]');
  });
});

describe('a record as it is written', () => {
  const output = { ...record(1).output, head: 'head', tail: 'tail' };

  it('is the same one when nothing in it is secret', () => {
    const plain = record(1, { output });
    expect(redactRecord(plain)).toBe(plain);
  });

  it.each([
    [{ commandLine: 'TOKEN=abc make' }, {}, ['cmd']],
    [{}, { head: 'password: x' }, ['stdout']],
    [{}, { tail: 'password: x' }, ['stdout']],
    [{ commandLine: 'TOKEN=abc make' }, { head: 'password: x', tail: 'password: y' }, ['cmd', 'stdout']],
    [{ before: 'password: x' }, {}, ['printed_before']],
    [{ commandLine: 'TOKEN=abc make', before: 'nothing' }, {}, ['cmd']],
  ])('names what was redacted: %j %j', (line, texts, names) => {
    const secret = record(1, { ...line, output: { ...output, ...texts } });
    const written = redactRecord(secret);
    expect(written.redacted).toEqual(names);
    expect(written).toStrictEqual({
      ...secret,
      ...(secret.before === undefined ? {} : { before: redact(secret.before) }),
      commandLine: redact(secret.commandLine),
      output: { ...secret.output, head: redact(secret.output.head), tail: redact(secret.output.tail) },
      redacted: names,
    });
    expect(JSON.stringify(written)).not.toMatch(/abc|: [xy]"/);
  });
});
