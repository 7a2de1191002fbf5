/** Runs made ready to leave: their outputs as lines, with known secrets found and, unless they are wanted, redacted. */

import { harmless } from '../../protocol/common/harmless-text.ts';
import { type FoundSecret, REDACTED, redact, secretsIn } from '../../protocol/common/redact.ts';
import { type StyledLine, type TextSpan, textOfLine } from '../../screen/cells/styled-line.ts';
import { withoutBlankEnd } from '../../screen/text/blank-end.ts';
import { plainText } from '../../screen/text/plain-stream.ts';
import type { Run } from '../run.ts';
import { wellFormed } from './facts.ts';

/** Reads an output as lines, at the width at which it was printed. */
export type ReadLines = (output: string, cols: number) => readonly StyledLine[];

export type ExportedRun = {
  /** The run, redacted. */
  readonly run: Run;
  /** The output without colours, and without blanks at the end of its lines. */
  readonly text: readonly string[];
  /** The same with colours; read when it is asked for. */
  readonly lines: () => readonly StyledLine[];
  /** Whether the last line has no line feed. */
  readonly endsOpen: boolean;
  /** The line, from 1, that tells how many lines are missing. */
  readonly gap?: { readonly line: number; readonly lines: number };
};

/** A secret that was found before the runs leave. */
export type SecretFound = {
  readonly terminal: string;
  readonly seq: number;
  readonly place: 'command' | 'output' | 'note';
  /** Its line there, from 1; undefined for one between control sequences, which no line shows. */
  readonly line?: number;
  readonly what: string;
  /** The text around it, with the secret redacted. */
  readonly preview: string;
};

export type Exported = {
  readonly runs: readonly ExportedRun[];
  readonly found: readonly SecretFound[];
};

const USUAL_COLS = 80;

export function exported(
  runs: readonly Run[],
  read: ReadLines,
  { withSecrets }: { readonly withSecrets: boolean },
): Exported {
  const all = runs.map((run) => exportedRun(run, read, withSecrets));
  return { runs: all.map(({ one }) => one), found: all.flatMap(({ found }) => found) };
}

function exportedRun(run: Run, read: ReadLines, withSecrets: boolean) {
  const pieces = piecesOf(run);
  const seen = pieces.map(plainOf);
  const found = secretsOf(run, pieces, seen);
  const clean = withSecrets ? (text: string) => text : redact;
  const raw = pieces.map(clean);
  const readable = raw.map((piece, index) =>
    piece === pieces[index] ? (seen[index] ?? '') : plainOf(piece),
  );
  // A secret that control sequences take apart is seen only in the lines: they are redacted once more.
  const plain = readable.map(clean);
  const isHidden = plain.some((text, index) => text !== readable[index]);
  const lines = () => {
    const styled = raw.map((piece) => read(piece, run.cols ?? USUAL_COLS).map(harmlessLine));
    return joined(
      withSecrets ? styled : styled.map(redactLines),
      run.missing?.lines,
      (text): StyledLine => [{ text, style: { dim: true } }],
    );
  };
  const texts = plain.map(linesOf);
  const last = plain.at(-1) ?? '';
  const one: ExportedRun = {
    run: {
      ...run,
      commandLine: clean(run.commandLine),
      output: (isHidden ? plain : raw).join(''),
      ...(run.note === undefined ? {} : { note: clean(run.note) }),
      ...(run.missing === undefined ? {} : { missing: { ...run.missing, at: raw[0]?.length ?? 0 } }),
    },
    text: joined(texts, run.missing?.lines, (text) => text),
    lines,
    endsOpen: last !== '' && !last.endsWith('\n'),
    ...(run.missing === undefined
      ? {}
      : { gap: { line: (texts[0]?.length ?? 0) + 1, lines: run.missing.lines } }),
  };
  return { one, found };
}

function plainOf(piece: string): string {
  return harmless(plainText(piece));
}

/** What is before and what is behind the missing text. */
function piecesOf({ output, missing }: Run): readonly string[] {
  return missing === undefined ? [output] : [output.slice(0, missing.at), output.slice(missing.at)];
}

function joined<Line>(
  pieces: readonly (readonly Line[])[],
  missing: number | undefined,
  tell: (text: string) => Line,
): readonly Line[] {
  const [first = [], second] = pieces;
  if (second === undefined || missing === undefined) return first;
  return [...first, tell(missingText(missing)), ...second];
}

function missingText(lines: number): string {
  return lines === 1
    ? '… 1 line is missing here …'
    : `… ${lines.toLocaleString('en')} lines are missing here …`;
}

function linesOf(plain: string): readonly string[] {
  return withoutBlankEnd(plain.split('\n').map((line) => line.trimEnd()));
}

function harmlessLine(line: StyledLine): StyledLine {
  return line.map((span) => ({ ...span, text: harmless(span.text) }));
}

// Secrets.

/** Limit: secrets of a run that are told one by one. All are redacted. */
const MOST_TOLD = 100;

function secretsOf(run: Run, pieces: readonly string[], seen: readonly string[]): readonly SecretFound[] {
  const { terminal, seq } = run;
  const at = { terminal, seq };
  const found: SecretFound[] = [
    ...told(run.commandLine, 'command').map((each) => ({ ...at, ...each })),
    ...told(run.note ?? '', 'note').map((each) => ({ ...at, ...each })),
  ];
  let above = 0;
  for (const [index, piece] of pieces.entries()) {
    const plain = seen[index] ?? '';
    const inLines = told(plain, 'output', above);
    found.push(...inLines.map((each) => ({ ...at, ...each })));
    const hidden = inLines.length === 0 ? secretsIn(piece)[0] : undefined;
    if (hidden !== undefined)
      found.push({ ...at, place: 'output', what: hidden.what, preview: preview(piece, hidden) });
    above += linesOf(plain).length + 1;
  }
  return found.slice(0, MOST_TOLD);
}

function told(text: string, place: SecretFound['place'], above = 0) {
  let line = above + 1;
  let at = 0;
  return secretsIn(text).map((secret) => {
    for (let next = text.indexOf('\n', at); next >= 0 && next < secret.from; next = text.indexOf('\n', at)) {
      line += 1;
      at = next + 1;
    }
    return { place, line, what: secret.what, preview: preview(text, secret) };
  });
}

/** UTF-16 units before a secret that its preview has. */
const BEFORE = 24;

/** Of a secret of so many UTF-16 units its first ones are told, so that the person knows which it is. */
const LONG_SECRET = 16;
const TOLD_UNITS = 4;

function preview(text: string, { from, to }: FoundSecret): string {
  const start = Math.max(text.lastIndexOf('\n', from - 1) + 1, from - BEFORE);
  const begin = to - from < LONG_SECRET ? '' : `${text.slice(from, from + TOLD_UNITS)}… `;
  return wellFormed(harmless(redact(text.slice(start, from)) + begin + REDACTED));
}

/** Redacts secrets in lines; one that goes over several lines is redacted on each. */
function redactLines(lines: readonly StyledLine[]): readonly StyledLine[] {
  const texts = lines.map(textOfLine);
  const secrets = secretsIn(texts.join('\n'));
  if (secrets.length === 0) return lines;
  const kept: StyledLine[] = [];
  let from = 0;
  lines.forEach((line, index) => {
    const to = from + (texts[index] ?? '').length;
    const here = secrets.filter((secret) => secret.from < to && secret.to > from);
    kept.push(redactSpans(line, from, here));
    from = to + 1;
  });
  return kept;
}

function redactSpans(line: StyledLine, start: number, secrets: readonly FoundSecret[]): StyledLine {
  if (secrets.length === 0) return line;
  const spans: TextSpan[] = [];
  let at = start;
  for (const span of line) {
    spans.push({ ...span, text: redactPiece(span.text, at, secrets) });
    at += span.text.length;
  }
  return spans.filter(({ text }) => text !== '');
}

function redactPiece(text: string, from: number, secrets: readonly FoundSecret[]): string {
  let kept = '';
  let at = 0;
  for (const secret of secrets) {
    const [begin, end] = [Math.max(0, secret.from - from), Math.min(text.length, secret.to - from)];
    if (begin >= text.length || end <= 0) continue;
    kept += text.slice(at, Math.max(at, begin)) + (secret.from >= from ? REDACTED : '');
    at = Math.max(at, end);
  }
  return kept + text.slice(at);
}
