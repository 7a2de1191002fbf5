/** What lines of known programs tell: tests that fail, errors of compilers, states of containers. */

/** Limit: characters of a line that are read, and of a name. */
const MOST_CHARS = 500;

/** `test`: a test that fails. `suite`: a file of tests that fails. `error`: an error of a compiler or linter. `target`: of make. */
type Kind = 'test' | 'suite' | 'error' | 'target';

type Rule = {
  readonly kind: Kind;
  /** The groups are the parts of the name. Every repetition is bounded. */
  readonly pattern: RegExp;
  /** Another line that the same output must have: the pattern alone says too little. */
  readonly needs?: RegExp;
};

const RULES: readonly Rule[] = [
  // vitest: FAIL  keys.test.ts > keys > encodes home
  { kind: 'test', pattern: /^ {0,4}FAIL {1,2}(?:\|[^|]{1,60}\| )?(\S.{0,300} > .{1,300})$/ },
  // jest: ● keys › encodes home
  { kind: 'test', pattern: /^ {2}● (.{1,300} › .{1,300})$/ },
  // vitest, jest: FAIL src/keys.test.js
  {
    kind: 'suite',
    pattern: /^ {0,4}FAIL {1,2}(?:\|[^|]{1,60}\| )?(\S{1,300})(?: \[.{1,300}\]| \(.{1,20}\))?$/,
  },
  // mocha: 1) encodes home
  { kind: 'test', pattern: /^ {4,40}\d{1,5}\) (\S.{0,300})$/, needs: /^ {2}\d{1,9} failing$/ },
  // pytest: FAILED test_keys.py::test_home - AssertionError, test_keys.py::test_home FAILED  [ 60%]
  { kind: 'test', pattern: /^(?:FAILED|ERROR) (\S{1,200}::\S{1,200}(?: [^-].{0,100}\])?)/ },
  { kind: 'test', pattern: /^(\S{1,200}::\S{1,200}) (?:FAILED|ERROR) / },
  // cargo: test tests::home ... FAILED
  { kind: 'test', pattern: /^test (.{1,300}) \.\.\. FAILED$/ },
  // go: --- FAIL: TestHome/end (0.00s)
  { kind: 'test', pattern: /^ {0,40}--- FAIL: (\S{1,300})/ },
  // TAP and node:test: not ok 2 - encodes home
  { kind: 'test', pattern: /^ {0,40}not ok \d{1,9} -? ?(\S.{0,300})$/ },
  // gcc, clang, javac: keys.c:3:10: error: expected ';'
  { kind: 'error', pattern: /^(\S[^:]{0,200}):\d{1,9}:(?:\d{1,9}:)? (?:fatal )?error: (.{1,300})/ },
  // tsc: keys.ts(3,5): error TS2304: …, keys.ts:3:5 - error TS2304: …
  { kind: 'error', pattern: /^(\S[^(:]{0,200})\(\d{1,9},\d{1,9}\): error (TS\d{1,9}: .{1,300})/ },
  { kind: 'error', pattern: /^(\S[^:]{0,200}):\d{1,9}:\d{1,9} - error (TS\d{1,9}: .{1,300})/ },
  // eslint:   3:5  error  'limt' is not defined  no-undef
  { kind: 'error', pattern: /^ {2}\d{1,9}:\d{1,9} {1,9}error {1,9}(\S.{0,300})$/ },
  // rustc: error[E0425]: cannot find value
  {
    kind: 'error',
    pattern: /^error(?:\[E\d{1,9}\])?: (?!could not compile|aborting due|test failed|process didn)(.{1,300})/,
  },
  // go: ./keys.go:3:5: undefined: limt
  { kind: 'error', pattern: /^(\S[^:]{0,200}\.go):\d{1,9}:\d{1,9}: (.{1,300})/ },
  {
    kind: 'target',
    pattern: /^make(?:\[\d{1,9}\])?: \*\*\* \[(?:[^:\]]{1,100}:\d{1,9}: )?([^\]]{1,200})\] Error/,
  },
];

/** Lines that count tests: those of vitest and jest, mocha, pytest, cargo. */
const SUMMARIES: readonly RegExp[] = [
  /^ {0,12}Tests:? {1,12}\d/,
  /^ {2}\d{1,9} (?:passing|failing)/,
  /^(?:=+ )?\d{1,9} (?:passed|failed|errors?|skipped|deselected)[, ].{0,200}in \d/,
  /^test result: /,
];
const COUNT = /(\d{1,9}) (passed|passing|failed|failing)/g;

/** docker compose: Container app-db-1  Healthy */
const CONTAINER = /^ {0,4}(?:[✔✘⠿] )?Container (\S{1,200}) {1,40}([A-Z][a-z]{1,20})/;

/** What most lines are not. */
const MAY_MATTER = /fail|error|pass|not ok|●|Tests|Container|^ {4,40}\d{1,5}\)|\.go:\d/i;

export type Findings = {
  readonly names: Readonly<Record<Kind, ReadonlySet<string>>>;
  /** Tests as the program has counted them. */
  readonly passed: number;
  readonly failed: number;
  /** The last state of each container. */
  readonly states: ReadonlyMap<string, string>;
};

/** `hasLine` tells whether the whole output has such a line. */
export function findingsIn(lines: readonly string[], hasLine: (pattern: RegExp) => boolean): Findings {
  const names = {
    test: new Set<string>(),
    suite: new Set<string>(),
    error: new Set<string>(),
    target: new Set<string>(),
  };
  const counts = { passed: 0, failed: 0 };
  const states = new Map<string, string>();
  for (const whole of lines) {
    const line = whole.slice(0, MOST_CHARS);
    if (!MAY_MATTER.test(line)) continue;
    const found = namedIn(line, hasLine);
    if (found !== undefined) names[found.kind].add(found.name);
    if (SUMMARIES.some((pattern) => pattern.test(line))) count(line, counts);
    const [, container, state] = CONTAINER.exec(line) ?? [];
    if (container !== undefined && state !== undefined) states.set(container, state);
  }
  return { names, ...counts, states };
}

function namedIn(line: string, hasLine: (pattern: RegExp) => boolean) {
  for (const { kind, pattern, needs } of RULES) {
    const [, ...groups] = pattern.exec(line) ?? [];
    if (groups.length === 0 || (needs !== undefined && !hasLine(needs))) continue;
    return {
      kind,
      name: groups
        .join(': ')
        .replace(/ {2,500}/g, ' ')
        .trim(),
    };
  }
  return undefined;
}

function count(line: string, counts: { passed: number; failed: number }): void {
  for (const [, number, word = ''] of line.matchAll(COUNT)) {
    counts[word.startsWith('pass') ? 'passed' : 'failed'] += Number(number);
  }
}
