/** The shapes of tool answers, as JSON Schema for clients and as types for the tools. */

import * as z from 'zod';
import { AUTHORITIES, BLOCKED_KINDS, PROGRAM_STATES } from '../../protocol/terminal/program-status.ts';

const nullableText = z.string().nullable();

export const recordSchema = z.object({
  seq: z.number().describe('Number of the command in its terminal'),
  cmd: z.string(),
  writer: nullableText.describe('user:NAME or agent:HANDLE'),
  started_at: z.string(),
  finished_at: nullableText.describe('null: the command still runs, or its end is not known'),
  duration_s: z.number().nullable(),
  exit: z.number().nullable(),
  stdout: z.string().describe('Plain text; long output is cut to its first and last lines'),
  stderr: z.string().describe('Always empty: a terminal has one stream, so errors are in stdout'),
  killed_by_restart: z.boolean(),
  timed_out: z.boolean(),
  ended_terminal: z.boolean().optional().describe('true: the shell ended with it; the terminal is gone'),
  unverified: z
    .boolean()
    .optional()
    .describe('true: the shell-integration marks have no secret nonce; line and exit code may be wrong'),
  cwd: nullableText,
  command_id: z.string(),
  omitted: z
    .number()
    .describe(
      'Characters in the middle of the output that this record leaves out; term_read with from_line reads them',
    ),
  counts: z
    .object({ lines: z.number(), bytes: z.number(), chars: z.number() })
    .optional()
    .describe('Everything the command printed'),
  cmd_cut: z.number(),
  printed_before: z.string().optional().describe('By background jobs, before it'),
  no_command: z
    .boolean()
    .optional()
    .describe(
      'true: no command ran; printed_before is what was printed after the last one until the terminal ended',
    ),
  redacted: z.array(z.string()),
  difference: z
    .string()
    .optional()
    .describe('What differs from the last run of the same command in the same folder; term_diff shows it'),
  forgotten: z.boolean().optional().describe('true: cmd and stdout were deleted on request'),
  note: z.string().optional().describe('What a person or an agent has written about it'),
  note_by: z.string().optional().describe('user:NAME or agent:HANDLE'),
  bookmarked: z.boolean().optional().describe('true: a person has marked it'),
  lines_left_out: z.number().describe('Lines that the host kept, but this answer leaves out'),
});
export type ShownRecord = z.output<typeof recordSchema>;

/** One terminal of several: always all fields. */
export const rowSchema = z.object({
  terminal: z.string(),
  state: z.enum(['ended', 'running', 'killed', 'lost', 'not_run']).describe('lost: its end is not known'),
  note: z.string(),
  seq: z.number().nullable(),
  command_id: nullableText,
  exit: z.number().nullable(),
  duration_s: z.number().nullable(),
  timed_out: z.boolean(),
  lines: z.number().nullable().describe('Printed in all'),
  output: z.string().describe('The last lines'),
});
export type ShownRow = z.output<typeof rowSchema>;

const runningSchema = z.object({
  cmd: z.string(),
  writer: nullableText,
  since: z.string(),
  seconds: z.number(),
});
const lastSchema = z.object({ cmd: z.string(), exit: z.number().nullable(), finished_at: z.string() });

const newestNoteSchema = z.object({
  seq: z.number().describe('Number of the command that it is about'),
  note: z.string(),
  by: nullableText.describe('user:NAME or agent:HANDLE'),
  at: z.string(),
});

const toldSchema = z.object({
  state: z.enum(PROGRAM_STATES).describe('blocked: it waits for a person'),
  kind: z.enum(BLOCKED_KINDS).optional().describe('What it waits for'),
  app: z.string().optional(),
  title: z.string().optional().describe('Untrusted text of the program'),
  msg: z.string().optional().describe('Untrusted text of the program, such as its question'),
  by: z
    .enum(AUTHORITIES)
    .optional()
    .describe(
      'Who reports it. report and rules read what was printed: the words of the program; hook has proved where it comes from',
    ),
  since: z.string(),
});
const programSchema = toldSchema.extend({ progress: z.number().optional(), seconds: z.number() });
export const waitedProgramSchema = programSchema.extend({ terminal: z.string() });

export const terminalSchema = z.object({
  name: z.string().describe('Use this as name in the other tools'),
  id: z.string(),
  title: z.string(),
  machine: z.string().optional().describe('Set on another machine than the agent'),
  away: z.string().optional().describe('Why that machine is not reachable; the terminal is as it was'),
  pid: z.number().nullable(),
  shell: nullableText,
  cwd: nullableText,
  status: z.enum(['running', 'busy', 'exited']).describe('busy: a command runs in the terminal'),
  exit_code: z.number().nullable(),
  created_by: nullableText,
  started_at: nullableText,
  holder: nullableText.describe('Who may type in the terminal now'),
  held_by_you: z.boolean(),
  asked_by: nullableText,
  purpose: nullableText,
  closed_until: z.string().optional().describe('Set when it was closed: until then it can be read'),
  running: runningSchema.nullable(),
  program: programSchema.nullable().describe('What the program does, as far as it is known'),
  last: lastSchema.nullable(),
  notes: z.number().describe('Commands with a note'),
  bookmarks: z.number().describe('Commands that a person has marked'),
  newest_note: newestNoteSchema.nullable(),
  subscribed: z.boolean().describe('true: you are woken when a command ends in the terminal'),
});
export type ShownTerminal = z.output<typeof terminalSchema>;

export const wakeSchema = z.object({
  terminal: z.string(),
  seq: z.number(),
  command_id: z.string(),
  cmd: z.string(),
  writer: nullableText,
  finished_at: z.string(),
  duration_s: z.number(),
  exit: z.number().nullable(),
  timed_out: z.boolean(),
  killed_by_restart: z.boolean(),
  tail: z.array(z.string()),
  error_line: nullableText,
  difference: z.string().optional().describe('What differs from its last run'),
  program: toldSchema.optional().describe('Set if the command still runs, and its program waits or is done'),
  noted: z
    .object({ text: z.string(), by: z.string().optional(), at: z.string() })
    .optional()
    .describe('Set if it is about what a person has noted about the command, which ended before'),
});
export type ShownWake = z.output<typeof wakeSchema>;

export const screenSchema = z.object({
  lines: z.array(z.string()),
  cols: z.number(),
  rows: z.number(),
  cursor: z.object({ x: z.number(), y: z.number(), visible: z.boolean() }),
  full_screen: z.boolean(),
  title: z.string(),
  running: z.object({ cmd: z.string(), seq: z.number(), writer: nullableText }).nullable(),
  waiting_for_input: nullableText,
  progress: z.object({ state: z.string(), percent: z.number() }).nullable(),
});
export type ShownScreen = z.output<typeof screenSchema>;
