/** RUN's line in an editor: a file of its own while the editor has the terminal. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns the line as the editor has left it, without the newline that editors add. `run` runs the editor on a file and
 * resolves when it has ended. Rejects when there is no editor, or no place for the file.
 */
export async function editedLine(text: string, run: (path: string) => Promise<void>): Promise<string> {
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

/** Editors end the last line. */
function withoutLineFeeds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}
