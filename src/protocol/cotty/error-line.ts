/** Finds the first line of an output that looks like an error, in the forms that compilers, test runners and shells share. */

/** Limit: UTF-16 units of a line that are searched. */
const MAX_SEARCHED = 500;

/** Text allowed before the word: indentation, a time, and the bracket of a level such as `[ERROR]`. */
const LEAD = String.raw`^\s{0,40}(?:\[?[\dT:.,+Z/-]{8,40}\]?\s{1,4})?\[?`;

/** Every repetition is bounded, so the time is linear in the length of a line. */
const FORMS: readonly RegExp[] = [
  // error: … · error[E0308]: … · ERROR … · fatal: … · Error: …
  new RegExp(
    String.raw`${LEAD}(?:error|fatal(?: error)?|critical)(?:\[\w{1,20}\])?\]?\s{0,4}:\s{0,4}\S`,
    'i',
  ),
  new RegExp(String.raw`${LEAD}(?:ERROR|FATAL|CRITICAL|FAIL|FAILED|FAILURE)\b`),
  // TypeError: … · java.lang.IllegalStateException: … · Caused by: …
  /^\s{0,40}(?:Uncaught |Caused by: |Exception in thread "[^"]{0,100}" )?[\w.$]{0,120}(?:Error|Exception)(?: \[\w{1,60}\])?(?::|$)/,
  // main.c:3:5: error: … · src/a.ts:3:5 - error TS2304: …
  /^\s{0,40}\S[^:()]{0,300}(?::\d{1,9}){1,2}:? {0,4}(?:- )?(?:fatal )?error\b/i,
  /^\s{0,40}\S[^()]{0,300}\(\d{1,9},\d{1,9}\): (?:fatal )?error\b/i,
  /^\S.{0,200}: (?:command not found|No such file or directory|Permission denied|not found|Is a directory)$/,
  // prog: error: … · prog: fatal: …
  /^[\w./@+-]{1,100}: (?:fatal error|error|fatal|cannot) ?\b/,
  /^\s{0,40}(?:panic: |fatal error: |thread '[^']{0,200}' (?:\(\d{1,12}\) )?panicked at )/,
  /^\s{0,40}(?:✗|✘|✖|❌|×(?= ))/u,
  /^\s{0,40}(?:--- FAIL: |not ok \d|npm (?:ERR!|error) |make(?:\[\d{1,4}\])?: \*\*\* |E {3,8}\S)/,
  /^\s{0,40}(?:Segmentation fault|Bus error|Aborted|Killed|Assertion failed|Unhandled )/,
  /\b(?:undefined reference to|Assertion .{1,200} failed)\b/,
];

/** The start of a Python traceback; the error is on the line after its frames, which are indented. */
const TRACEBACK = /^\s{0,40}Traceback \(most recent call last\):/;

export function errorLine(lines: readonly string[]): string | undefined {
  for (const [index, line] of lines.entries()) {
    const start = line.slice(0, MAX_SEARCHED);
    if (TRACEBACK.test(start)) return afterFrames(lines, index) ?? line;
    if (FORMS.some((form) => form.test(start))) return line;
  }
  return undefined;
}

function afterFrames(lines: readonly string[], traceback: number): string | undefined {
  const depth = indent(lines[traceback] ?? '');
  for (let index = traceback + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line !== '' && indent(line) <= depth) return line;
  }
  return undefined;
}

function indent(line: string): number {
  return line.length - line.trimStart().length;
}
