/**
 * Writes the records of many commands below a state folder, as hosts have written them for months:
 *
 *   node test/bench/old-commands.mjs FOLDER [TERMINALS] [COMMANDS EACH]
 *
 * The same arguments give the same records. About one command line in six was not run before.
 */

import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** When the newest command has ended. */
const END = Date.parse('2026-01-31T12:00:00Z');
const TERMINAL_MS = 4 * 60 * 60 * 1000;

const LINES = [
  'git status',
  'git diff',
  'git log --oneline -20',
  'git commit -am "Fix # in the parser"',
  'git checkout -b feature/#',
  'git push origin HEAD',
  'npm test',
  'npm run build',
  'npx vitest run test/unit/#.test.ts',
  'cargo build --release',
  'cargo test parser::tests::case_#',
  'make -j8',
  'make check',
  'ls -la',
  'cd src/module#',
  'cd ..',
  'vim src/module#/index.ts',
  'cat README.md',
  'grep -rn "TODO #" src',
  'docker compose up -d',
  'docker logs -f api-#',
  'kubectl get pods -n team-#',
  'ssh deploy@box# uptime',
  'curl -s https://api.example.com/v1/items/# | jq .',
  'python3 -m pytest tests/test_#.py -q',
  'tail -f /var/log/service-#.log',
  'psql -c "select count(*) from orders where id > #"',
  'terraform plan -var env=stage#',
];
const FOLDERS = [
  ...Array.from({ length: 40 }, (_, at) => `/home/ada/src/project${at}`),
  ...Array.from({ length: 160 }, (_, at) => `/home/ada/src/project${at % 40}/packages/part${at}`),
];
const WORDS =
  'ok passed compiled warning module error cannot find file line test suite in ms done retry'.split(' ');

/** Numbers that look random, from 0 to 1; the same ones for the same seed. */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function writeOldCommands(state, terminals = 200, each = 5000) {
  for (let number = 0; number < terminals; number += 1) writeTerminal(state, number, terminals, each);
}

function writeTerminal(state, number, terminals, each) {
  const uri = `ahp-terminal:/old-${number}`;
  const folder = join(state, 'terminals', folderName(uri));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const random = randomFrom(number + 1);
  // Terminals overlap: a new one begins every quarter of the time that one lasts.
  const end = END - (terminals - 1 - number) * (TERMINAL_MS / 4);
  const created = end - TERMINAL_MS;
  const meta = {
    version: 1,
    uri,
    name: `old-${number}`,
    named: true,
    shell: 'bash',
    claim: { kind: 'client', clientId: 'bench' },
    state: 'closed',
    created: new Date(created).toISOString(),
  };
  writeFileSync(join(folder, 'meta.json'), `${JSON.stringify(meta)}\n`, { mode: 0o600 });
  const file = openSync(join(folder, 'ledger.jsonl'), 'w', 0o600);
  let rows = `${JSON.stringify({ v: 1, row: 'ledger', uri, at: created })}\n`;
  let cwd = pick(FOLDERS, random);
  for (let seq = 1; seq <= each; seq += 1) {
    const started = created + Math.floor((TERMINAL_MS * seq) / (each + 1));
    if (random() < 0.1) cwd = pick(FOLDERS, random);
    rows += rowsOf({ seq, started, cwd, terminal: number, left: TERMINAL_MS / each }, random);
    if (rows.length < 1 << 20) continue;
    writeSync(file, rows);
    rows = '';
  }
  writeSync(file, rows);
  closeSync(file);
}

function rowsOf({ seq, started, cwd, terminal, left }, random) {
  const output = outputOf(random);
  const begun = {
    seq,
    id: `cmd-${terminal}-${seq}`,
    started,
    cmd: pick(LINES, random).replace('#', () => Math.floor(random() * 40_000)),
    writer: random() < 0.15 ? 'agent:ci' : 'user:ada',
    cwd: `file://${encodeURI(cwd)}`,
    cols: 120,
    ...(random() < 0.02 ? { where: { shell: 'bash', user: 'root', host: 'box' } } : {}),
  };
  const end = {
    ...begun,
    finished: started + Math.floor(random() ** 6 * left * 0.9),
    exitCode: random() < 0.12 ? pick([1, 2, 127, 130], random) : 0,
    counts: { lines: output.split('\n').length - 1, bytes: output.length, chars: output.length },
    head: output,
    omitted: 0,
    tail: '',
  };
  const row = (kind, fields) => `${JSON.stringify({ v: 1, row: kind, ...fields })}\n`;
  return row('begin', begun) + row('end', end);
}

/** Up to 2 KiB of lines. */
function outputOf(random) {
  const length = Math.floor(random() * 2048);
  let text = '';
  while (text.length < length) {
    const words = Array.from({ length: 8 }, () => pick(WORDS, random));
    text += `${words.join(' ')} ${Math.floor(random() * 1e6)}\r\n`;
  }
  return text;
}

function pick(list, random) {
  return list[Math.floor(random() * list.length)];
}

function folderName(uri) {
  return `${uri.split('/').at(-1)}-${createHash('sha256').update(uri).digest('hex').slice(0, 8)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [state, terminals, each] = process.argv.slice(2);
  writeOldCommands(state, Number(terminals ?? 200), Number(each ?? 5000));
}
