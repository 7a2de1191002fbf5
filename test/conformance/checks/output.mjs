/** What a terminal prints, and what clients do to it: data, size, title, clearing. */

import { must, section, should } from '../check.mjs';
import { equal, has, ok, show } from '../expect.mjs';
import { Mirror, textOf } from '../mirror.mjs';

const PAGE = 'specification/terminal-channel';

function dataOf(client, uri) {
  return client
    .on(uri)
    .filter(({ action }) => action.type === 'terminal/data')
    .map(({ action }) => action.data);
}

/** As every shell's `printf` reads it. */
function octal(character) {
  return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
}

export const output = section('output', PAGE, [
  must('what is typed runs, and what it prints arrives', async (stage) => {
    const made = await stage.shell();
    ok((await stage.run(made, "printf 'a%sc\\n' b")).includes('abc'), 'no abc');
  }),
  must('characters of two, three and four bytes arrive whole', async (stage) => {
    const made = await stage.shell();
    const text = await stage.run(made, "printf '<\\303\\244\\342\\202\\254\\360\\237\\230\\200>\\n'");
    ok(text.includes('<ä€😀>'), `the text ends ${show(text.slice(-80))}`);
  }),
  must('also when their bytes are written apart', async (stage) => {
    const made = await stage.shell();
    const line = "printf '<\\360\\237'; sleep 0.05; printf '\\230\\200>\\n'";
    const text = await stage.run(made, line);
    ok(text.includes('<😀>'), `the text ends ${show(text.slice(-80))}`);
  }),
  must('bytes that are no UTF-8 become U+FFFD', async (stage) => {
    const made = await stage.shell();
    const text = await stage.run(made, "printf '<\\377>\\n'");
    ok(text.includes('<\ufffd>'), `the text ends ${show(text.slice(-80))}`);
  }),
  must('no message splits a surrogate pair, however much is printed', async (stage) => {
    const made = await stage.shell();
    const line = `printf '\\360\\237\\230\\200%.0s' $(seq 1 60000)`;
    await stage.run(made, `sh -c '${line.replaceAll("'", `'"'"'`)}'`, 'faces');
    const torn = dataOf(made.client, made.uri).find((data) => !data.isWellFormed());
    equal(torn?.slice(0, 20), undefined, 'a message with half a pair');
    const faces = made.mirror.text().match(/😀/gu)?.length;
    equal(faces, 60_000, 'faces');
  }),
  must('marks of shell integration do not reach clients', async (stage) => {
    const made = await stage.shell();
    await stage.run(made, "printf '<\\033]633;P;Conformance=1\\007>\\n'");
    const stream = made.mirror.text();
    ok(!stream.includes('\x1b]633;'), `an OSC 633 at ${stream.indexOf('\x1b]633;')}`);
    ok(stream.includes('<>'), 'what stood around the mark is gone');
  }),
  must('other sequences pass unchanged', async (stage) => {
    const made = await stage.shell();
    const sequences = [
      '\x1b[38;2;1;2;3m',
      '\x1b]8;;https://example.invalid/\x1b\\',
      '\x1b]8;;\x07',
      '\x1b[0m',
    ];
    const written = sequences.join('x').replace(/[\x00-\x1f\\]/g, octal);
    const text = await stage.run(made, `printf '<${written}>\\n'`);
    ok(text.includes(`<${sequences.join('x')}>`), `the text ends ${show(text.slice(-120))}`);
  }),
  should('no data is ever empty', async (stage) => {
    const made = await stage.shell();
    await stage.run(made, "printf ''; printf '\\033]633;P;X=1\\007'");
    ok(!dataOf(made.client, made.uri).includes(''), 'an empty one came');
  }),
  must('a new size reaches everybody, and the program', async (stage) => {
    const made = await stage.shell();
    const watcher = await Mirror.open(await stage.join(), made.uri);
    await made.client.accepted(made.uri, { type: 'terminal/resized', cols: 97, rows: 31 });
    await watcher.until('the size', ({ cols, rows }) => cols === 97 && rows === 31);
    ok((await stage.run(made, 'stty size')).includes('31 97'), 'stty says something else');
    has((await (await stage.join()).subscribe(made.uri)).state, { cols: 97, rows: 31 }, 'a fresh state');
  }),
  must('a new title reaches everybody, and stays', async (stage) => {
    const { client, uri } = await stage.shell();
    const watcher = await Mirror.open(await stage.join(), uri);
    await client.accepted(uri, { type: 'terminal/titleChanged', title: 'Prüfung 1' });
    await watcher.until('the title', ({ title }) => title === 'Prüfung 1');
    has((await (await stage.join()).subscribe(uri)).state, { title: 'Prüfung 1' }, 'a fresh state');
  }),
  must('clearing takes the content and nothing else', async (stage) => {
    const made = await stage.shell();
    const { client, uri, mirror } = made;
    await stage.run(made, "printf 'be%s\\n' fore");
    const before = mirror.state();
    await client.accepted(uri, { type: 'terminal/cleared' });
    const { state } = await client.subscribe(uri);
    ok(!textOf(state).includes('before'), 'the text is still there');
    for (const key of ['cols', 'rows', 'claim', 'supportsCommandDetection']) {
      equal(state[key], before[key], key);
    }
    const late = await Mirror.open(client, uri);
    await stage.run({ client, uri, mirror: late }, "printf 'af%s\\n' ter");
    ok(late.text().includes('after'), 'nothing is printed any more');
  }),
  should('messages stay within 1 MiB', async (stage) => {
    const made = await stage.shell();
    await stage.run(made, 'head -c 3000000 /dev/zero | tr "\\000" x', 'much');
    const longest = Math.max(...dataOf(made.client, made.uri).map((data) => data.length));
    ok(longest <= 1024 * 1024, `one has ${longest} characters`);
  }),
]);
