/**
 * Runs as one HTML file: no script, and nothing that is loaded from elsewhere, which its content security policy forbids as well.
 * All text is escaped. A link is one that a program has printed (OSC 8), to the web only.
 */

import type { StyledLine, TextStyle } from '../../screen/cells/styled-line.ts';
import { cells } from '../../screen/cells/text-width.ts';
import { chipOf } from '../chip.ts';
import { statusOfEnd } from '../exit-state.ts';
import { cellColors, colorsOf, FONTS, nameOf, type Shade } from './colors.ts';
import type { ExportedRun } from './exported.ts';
import {
  type ExportOptions,
  placeText,
  type Theme,
  terminalText,
  tookText,
  visible,
  whenText,
  writerText,
} from './facts.ts';

export function html(runs: readonly ExportedRun[], options: ExportOptions = {}): string {
  const { title = titleOf(runs), home, theme = 'auto' } = options;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme === 'auto' ? 'light dark' : theme}">
<title>${escapeText(title)}</title>
<style>
${styleSheet(theme)}
</style>
</head>
<body>
${options.title === undefined ? '' : `<h1>${escapeText(title)}</h1>\n`}${runs.map((each) => runSection(each, home)).join('\n')}
</body>
</html>
`;
}

export function titleOf(runs: readonly ExportedRun[]): string {
  const [first] = runs;
  if (first === undefined) return 'Commands';
  const line = visible(first.run.commandLine).split('\n', 1)[0] ?? '';
  return runs.length === 1 ? line : `${line} and ${runs.length - 1} more`;
}

function runSection({ run, lines }: ExportedRun, home: string | undefined): string {
  const command = visible(run.commandLine);
  const [first = '', ...more] = command.split('\n');
  const { sign, words, tone } = chipOf(statusOfEnd(run));
  const facts = [
    placeText(run, home),
    writerText(run),
    terminalText(run),
    tookText(run),
    whenText(run),
  ].filter((fact) => fact !== undefined && fact !== '');
  const rest =
    more.length === 0
      ? ''
      : ` <span class="more">+${more.length} ${more.length === 1 ? 'line' : 'lines'}</span>`;
  const chip = `<span class="chip ${tone}" title="${words}">${escapeText(sign)}</span>`;
  const told = facts.map((fact) => `<span>${escapeText(fact ?? '')}</span>`).join('');
  const body = [
    ...(run.note === undefined ? [] : [`<p class="note">${escapeText(visible(run.note))}</p>`]),
    ...(more.length === 0 ? [] : [`<pre class="command">${escapeText(command)}</pre>`]),
    `<pre class="output">${lines().map(lineHtml).join('\n')}</pre>`,
  ];
  return `<details open>
<summary>${chip}<code>${escapeText(first)}</code>${rest}<span class="facts">${told}</span></summary>
${body.join('\n')}
</details>`;
}

function lineHtml(line: StyledLine): string {
  return line.map(({ text, style }) => spanHtml(text, style)).join('');
}

function spanHtml(text: string, style: TextStyle | undefined): string {
  const inner = gridText(text);
  if (style === undefined) return inner;
  const [classes, css] = lookOf(style);
  const attributes = [
    classes.length === 0 ? '' : ` class="${classes.join(' ')}"`,
    css.length === 0 ? '' : ` style="${css.join(';')}"`,
  ].join('');
  const span = attributes === '' ? inner : `<span${attributes}>${inner}</span>`;
  const href = style.link === undefined ? undefined : webAddress(style.link);
  if (href === undefined) return span;
  const address = escapeText(href);
  return `<a href="${address}" title="${address}" rel="noopener noreferrer nofollow">${span}</a>`;
}

/** Returns the classes of a style and what is written out: colours that are the same in light and dark. */
function lookOf(style: TextStyle): readonly [classes: readonly string[], css: readonly string[]] {
  const { front, back } = cellColors(style);
  const decorations = [
    style.underline && 'underline',
    style.strike && 'line-through',
    style.overline && 'overline',
  ].filter((each) => each !== undefined);
  const underlines = { double: 'double', curly: 'wavy', dotted: 'dotted', dashed: 'dashed' };
  const css = [
    ...(front === undefined ? [] : [`color:${cssColor(front)}`]),
    ...(back === undefined ? [] : [`background:${cssColor(back)}`]),
    ...(decorations.length === 0 ? [] : [`text-decoration:${decorations.join(' ')}`]),
    ...(style.underlineStyle ? [`text-decoration-style:${underlines[style.underlineStyle]}`] : []),
    ...(style.underlineColor === undefined
      ? []
      : [`text-decoration-color:${cssColor(nameOf(style.underlineColor))}`]),
  ];
  const flags = (['bold', 'dim', 'italic', 'hidden'] as const).filter((flag) => style[flag]);
  return [flags.map((flag) => `t-${flag}`), css];
}

function cssColor(color: string): string {
  return color.startsWith('#') ? color : `var(--${color})`;
}

/** Returns text with its wide characters in boxes of two cells, and those that a font may not have as wide as the others in one. */
function gridText(text: string): string {
  if (SURE.test(text)) return escapeText(text);
  return cells(text)
    .map(({ text: char, width }) => {
      if (width === 0 || SURE.test(char)) return escapeText(char);
      return `<span class="w${width}">${escapeText(char)}</span>`;
    })
    .join('');
}

/** ASCII, Latin, Greek, Cyrillic, dashes, quotes, lines and blocks: every monospace font has them. */
const SURE =
  /^[\t -~\u00a0-\u00ac\u00ae-\u024f\u0370-\u0377\u037b-\u037e\u0384-\u03ff\u0400-\u0482\u048a-\u04ff\u2010-\u2027\u2500-\u259f]*$/;

/** Returns the address of a link that leads to the web. */
export function webAddress(link: string): string | undefined {
  const isWeb = link.startsWith('https://') || link.startsWith('http://');
  return isWeb && URL.canParse(link) ? new URL(link).href : undefined;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for elements and for attributes in quotes, in HTML and in XML. */
export function escapeText(text: string): string {
  return visible(text).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? '');
}

function styleSheet(theme: Theme): string {
  const variables = (shade: Shade) =>
    [...colorsOf(shade)].map(([name, value]) => `--${name}:${value}`).join(';');
  const colors =
    theme === 'auto'
      ? `:root{${variables('light')}}\n@media (prefers-color-scheme:dark){:root{${variables('dark')}}}`
      : `:root{${variables(theme)}}`;
  return `${colors}
${RULES}`;
}

const RULES = `body{margin:0 auto;padding:1.5rem 1rem;max-width:80rem;background:var(--body);color:var(--text);font:15px/1.45 system-ui,sans-serif}
h1{font-size:1.3rem;margin:0 0 1rem}
details{margin:0 0 1rem;border:1px solid var(--line);border-radius:6px;overflow:hidden}
summary{display:flex;flex-wrap:wrap;align-items:baseline;gap:.2rem .7rem;padding:.4rem .7rem;background:var(--surface);cursor:pointer}
summary code{font-weight:700;overflow-wrap:anywhere}
code,pre,.chip{font-family:${FONTS}}
code,pre{font-size:14px}
.chip{color:var(--good);font-weight:700}
.chip.failed{color:#fff;background:var(--bad);padding:0 .4em;border-radius:3px}
.chip.warning{color:var(--warn)}
.chip.dim,.more,.facts{color:var(--dim)}
.facts{display:flex;flex-wrap:wrap;gap:.2rem 1rem;margin-left:auto;font-size:13px}
pre{margin:0;padding:.6rem .7rem;overflow-x:auto;line-height:1.35;tab-size:8;font-variant-ligatures:none}
pre:empty{display:none}
.command{border-bottom:1px solid var(--line)}
.note{margin:0;padding:.5rem .7rem;border-left:3px solid var(--warn);border-bottom:1px solid var(--line);white-space:pre-wrap}
a{color:var(--link)}
.w1,.w2{display:inline-block;width:1ch;height:1.35em;vertical-align:bottom;text-align:center;overflow:hidden}
.w2{width:2ch}
.t-bold{font-weight:700}
.t-dim{opacity:.65}
.t-italic{font-style:italic}
.t-hidden{visibility:hidden}
@media print{details{break-inside:avoid-page}}`;
