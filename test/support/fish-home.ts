/** A home in which fish starts nothing in the background. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where this folder is missing, fish reads all manual pages to fill it: seconds of work that outlive the shell. */
export function calmFish(home: string): void {
  mkdirSync(join(home, '.local/share/fish/generated_completions'), { recursive: true });
}
