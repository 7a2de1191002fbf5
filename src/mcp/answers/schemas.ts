/** The shapes of what the tools answer, as JSON Schema for clients and as types for the tools. */

import * as z from 'zod';

const nullableText = z.string().nullable();

export const recordSchema = z.object({
  seq: z.number().describe('Number of the command in its terminal'),
  cmd: z.string(),
  writer: nullableText.describe('user:NAME or agent:HANDLE'),
  started_at: z.string(),
  finished_at: nullableText.describe('null: it still runs'),
  duration_s: z.number().nullable(),
  exit: z.number().nullable(),
  stdout: z.string().describe('Plain text; of long output the head and the tail'),
  stderr: z.string().describe('Always empty: a terminal has one stream, so errors are in stdout'),
  killed_by_restart: z.boolean(),
  timed_out: z.boolean(),
  cwd: nullableText,
  command_id: z.string(),
  omitted: z.number().describe('Characters that were not kept between head and tail'),
  cmd_cut: z.number(),
  redacted: z.array(z.string()),
  forgotten: z.boolean().optional().describe('true: cmd and stdout were taken out on request'),
  lines_left_out: z.number().describe('Lines kept, but left out of this answer'),
});
export type ShownRecord = z.output<typeof recordSchema>;

const runningSchema = z.object({
  cmd: z.string(),
  writer: nullableText,
  since: z.string(),
  seconds: z.number(),
});
const lastSchema = z.object({ cmd: z.string(), exit: z.number().nullable(), finished_at: z.string() });

export const terminalSchema = z.object({
  name: z.string().describe('What the other tools take as name'),
  id: z.string(),
  title: z.string(),
  pid: z.number().nullable(),
  shell: nullableText,
  cwd: nullableText,
  status: z.enum(['running', 'busy', 'exited']).describe('busy: a command runs in it'),
  exit_code: z.number().nullable(),
  created_by: nullableText,
  started_at: nullableText,
  holder: nullableText.describe('Who may type in it now'),
  held_by_you: z.boolean(),
  asked_by: nullableText,
  purpose: nullableText,
  running: runningSchema.nullable(),
  last: lastSchema.nullable(),
  subscribed: z.boolean().describe('You are woken when a command ends in it'),
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
