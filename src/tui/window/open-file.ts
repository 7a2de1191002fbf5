/** Opens a file that was named in an output: finds it, and runs the editor at its line. */

import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shellQuoted } from '../../protocol/common/shell-quote.ts';
import { changeFile } from '../config/edit-config.ts';
import { sampleConfig } from '../config/sample.ts';
import type { Message } from '../model/message.ts';
import type { Effect } from '../model/step.ts';
import { showInEditor } from './machine-effects.ts';
import type { World } from './world.ts';

type FileEffect = Extract<Effect, { kind: 'openFile' }>;

/** Opens the file; resolves to a message if it does not exist. Rejects when there is no editor. */
export async function openFile(effect: FileEffect, world: World): Promise<Message | undefined> {
  const { env } = world;
  const path = await existing(candidates(effect, env['HOME'] ?? homedir()));
  if (path === undefined)
    return { kind: 'failed', what: 'open it', error: `there is no file ${effect.path}` };
  await openAt(world, { path, line: effect.line, column: effect.column });
  return undefined;
}

/** Lets an editor change a line; resolves to the line as the editor has left it. */
export async function editLine(uri: string, text: string, world: World): Promise<Message> {
  const open = (path: string) => openAt(world, { path, line: undefined, column: undefined });
  return { kind: 'lineEdited', uri, text: await editedLine(text, open) };
}

/** Opens the configuration; a new one lists every setting as a comment. */
export function openConfig(path: string, world: World): Promise<void> {
  changeFile(path, (text) => (text === '' ? sampleConfig() : text));
  return openAt(world, { path, line: undefined, column: undefined });
}

function openAt(world: World, place: FilePlace): Promise<void> {
  const { env, window } = world;
  const editor = window.model.settings.editor || env['VISUAL'] || env['EDITOR'] || 'vi';
  return showInEditor(editorCommand(editor, place), world);
}

export type FilePlace = {
  readonly path: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
};

/** Editors that take `FILE:LINE:COLUMN`, some behind an option; all others are known to take `+LINE FILE`. */
const COLON_EDITORS: Readonly<Record<string, string>> = {
  code: ' -g',
  codium: ' -g',
  cursor: ' -g',
  subl: '',
  zed: '',
  hx: '',
  helix: '',
};

/** Returns the shell command that opens a file with an editor, in which `{file}`, `{line}` and `{column}` are filled in. */
export function editorCommand(editor: string, { path, line, column }: FilePlace): string {
  // Quoted, because the name was printed by a program.
  const file = shellQuoted(path);
  if (editor.includes('{file}')) {
    return editor
      .replaceAll('{file}', () => file)
      .replaceAll('{line}', String(line ?? 1))
      .replaceAll('{column}', String(column ?? 1));
  }
  const option = COLON_EDITORS[basename(editor.split(' ', 1)[0] ?? '')];
  if (option !== undefined) {
    const place = line === undefined ? '' : `:${line}:${column ?? 1}`;
    return `${editor}${option} ${file}${place}`;
  }
  return line === undefined ? `${editor} ${file}` : `${editor} +${line} ${file}`;
}

/** Returns the paths to try: as printed, and without the `a/` or `b/` of a diff. */
function candidates({ path, cwd }: FileEffect, home: string): readonly string[] {
  const folder = folderOf(cwd) ?? home;
  const named = path.startsWith('~/') ? join(home, path.slice(2)) : path;
  const inDiff = path.startsWith('a/') || path.startsWith('b/') ? [path.slice(2)] : [];
  return [named, ...inDiff].map((each) => (isAbsolute(each) ? each : join(folder, each)));
}

function folderOf(cwd: string | undefined): string | undefined {
  if (cwd === undefined) return undefined;
  try {
    return fileURLToPath(`file://${new URL(cwd).pathname}`);
  } catch {
    // The host has reported a folder that is no path of this system.
    return undefined;
  }
}

async function existing(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() === true) return path;
  }
  return undefined;
}

// RUN's line in an external editor, in a temporary file.

/**
 * Returns the line as the editor has left it, without the newline that editors add. `run` runs the editor on a file and
 * resolves when it has ended. Rejects when there is no editor, or no place for the file.
 */
async function editedLine(text: string, run: (path: string) => Promise<void>): Promise<string> {
  // Only the user reads the folder: a line may hold a secret.
  const folder = await mkdtemp(join(tmpdir(), 'cotty-line-'));
  try {
    const path = join(folder, 'command.sh');
    await writeFile(path, `${text}\n`, { mode: 0o600 });
    await run(path);
    return withoutLineFeeds(await readFile(path, 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes the newlines at the end, which editors add. */
function withoutLineFeeds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}
