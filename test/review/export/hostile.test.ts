/** Whatever a program prints and whatever is typed stays text: it leaves no element, no attribute, no fence. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cast } from '../../../src/review/export/cast.ts';
import { exported } from '../../../src/review/export/exported.ts';
import { html } from '../../../src/review/export/html.ts';
import { json } from '../../../src/review/export/json.ts';
import { markdown } from '../../../src/review/export/markdown.ts';
import { picture } from '../../../src/review/export/picture.ts';
import type { Run } from '../../../src/review/run.ts';
import { textOfLine } from '../../../src/screen/cells/styled-line.ts';
import { styledOutput } from '../../../src/screen/text/styled-output.ts';
import { run } from './sample-runs.ts';

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '<',
      '>',
      '&',
      '"',
      "'",
      '`',
      '```',
      '~~~',
      '-->',
      ']]>',
      '</pre>',
      '<script>',
      '\\',
      '#',
      '= exit=9',
    ],
    ...[
      '\n',
      '\r\n',
      '\t',
      ' ',
      '\x1b[31m',
      '\x1b[0m',
      '\x1b[7;44m',
      '\x1b]8;;javascript:x\x07',
      '\x1b]8;;\x07',
    ],
    ...[
      '\x1b]8;;https://e.org/"><b>\x07',
      '漢',
      'e\u0301',
      '👩‍👩‍👧',
      '\u202e',
      '\ud800',
      '\x07',
      '\x9b',
      '│',
      '█',
    ],
  ),
  fc.string({ maxLength: 4 }),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const runs: fc.Arbitrary<readonly Run[]> = fc.array(
  fc
    .record({ commandLine: text, output: text, writer: text, cwd: text, terminal: text, note: text })
    .map(({ commandLine, output, ...more }) => run(1, commandLine, output, more)),
  { minLength: 1, maxLength: 3 },
);
const ready = (all: readonly Run[]) => exported(all, styledOutput, { withSecrets: true }).runs;

/** The tags and the text of a document that has no other markup than elements and five entities. */
function parsed(document: string): { readonly tags: readonly string[]; readonly text: string } {
  const tags = [...document.matchAll(/<(\/?[a-z!]\w*)((?: [\w:-]+(?:="[^"<>]*")?)*)\/?>/g)].map(
    ([, name = '']) => name,
  );
  const bare = document.replaceAll(/<\/?[a-z!]\w*(?: [\w:-]+(?:="[^"<>]*")?)*\/?>/g, '');
  const text = bare
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
  return { tags, text: /[<>]/.test(bare) ? `left over: ${bare}` : text };
}

const ELEMENTS = new Set(
  'html head meta title style body h1 details summary span code pre p a svg rect path text'.split(' '),
);

describe('an export of hostile commands', () => {
  it('has no elements but ours in HTML, and the same text in each output', () => {
    fc.assert(
      fc.property(runs, (all) => {
        const made = ready(all);
        const document = html(made, { title: all[0]?.commandLine });
        const outputs = [...document.matchAll(/<pre class="output">([\s\S]*?)<\/pre>/g)];
        expect(outputs.map(([, inner = '']) => parsed(inner).text)).toEqual(
          made.map(({ lines }) =>
            lines()
              .map(textOfLine)
              .join('\n')
              .replace(/\p{Cs}/gu, '\ufffd'),
          ),
        );
        const { tags } = parsed(
          document.replace(/<style>[\s\S]*?<\/style>/, '').replace('<!doctype html>', ''),
        );
        expect(tags.filter((tag) => !ELEMENTS.has(tag.replace('/', '')))).toEqual([]);
        const links = [...document.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href);
        expect(links.filter((href) => !href.startsWith('https://e.org/'))).toEqual([]);
      }),
    );
  });

  it('has no elements but ours in SVG', () => {
    fc.assert(
      fc.property(runs, (all) => {
        const image = picture(ready(all), { title: all[0]?.commandLine });
        const { tags, text: left } = parsed(image.replace(/<style>[\s\S]*?<\/style>/, ''));
        expect(left.startsWith('left over')).toBe(false);
        expect(tags.filter((tag) => !ELEMENTS.has(tag.replace('/', '')))).toEqual([]);
      }),
    );
  });

  it('has each command and each output whole between its fences in Markdown', () => {
    fc.assert(
      fc.property(runs, (all) => {
        const blocks = fencedBlocks(markdown(ready(all), { title: all[0]?.commandLine }));
        const wanted = ready(all).flatMap(({ run: each, text: lines }) => [
          ...(each.commandLine === '' ? [] : ['sh']),
          ...(lines.length === 0 ? [] : ['text']),
        ]);
        expect(blocks.map(({ info }) => info.split(' ', 1)[0])).toEqual(wanted);
        expect(blocks.filter(({ info }) => info.startsWith('sh ')).every(({ info }) => SH.test(info))).toBe(
          true,
        );
      }),
    );
  });

  it('is valid JSON, and a valid asciicast', () => {
    fc.assert(
      fc.property(runs, (all) => {
        expect(JSON.parse(json(ready(all))).runs).toHaveLength(all.length);
        const [header = '', ...events] = cast(ready(all)).trimEnd().split('\n');
        expect(JSON.parse(header)).toMatchObject({ version: 3 });
        for (const event of events) {
          const [after, code, data] = JSON.parse(event);
          expect([after >= 0, typeof data, 'omx'.includes(code)]).toEqual([true, 'string', true]);
        }
      }),
    );
  });
});

const SH = /^sh(?: [a-z]+=[\w.:/@+%-]*)+$/;

/** Fenced blocks as CommonMark reads them, in a document whose other lines open none. */
function fencedBlocks(document: string): readonly { readonly info: string; readonly text: string }[] {
  const found: { info: string; text: string }[] = [];
  let open: { fence: string; info: string; lines: string[] } | undefined;
  for (const line of document.split(/\r\n|\n|\r/)) {
    const [, fence = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (open === undefined) {
      if (fence !== '' && !(fence.startsWith('`') && info.includes('`'))) open = { fence, info, lines: [] };
    } else if (fence.startsWith(open.fence) && info.trim() === '') {
      found.push({ info: open.info, text: open.lines.join('\n') });
      open = undefined;
    } else open.lines.push(line);
  }
  return open === undefined ? found : [...found, { info: 'never closed', text: '' }];
}
