/** Limits of the outputs kept on disk, in bytes. */

export type TextLimits = {
  /** Bytes of one command: beyond it the first half stays, and later text is deleted, oldest first. */
  readonly output: number;
  /** Bytes of one terminal: beyond it the outputs of the oldest commands are deleted, never their records. */
  readonly folder: number;
  /** Bytes of one part: the smallest piece that is deleted, and the most that is read to find a line. */
  readonly part: number;
};

const MI = 1024 * 1024;

export function textLimits(outputMiB: number, folderMiB: number): TextLimits {
  const folder = folderMiB * MI;
  const output = Math.min(outputMiB * MI, folder);
  return { output, folder, part: Math.max(64 * 1024, Math.min(512 * 1024, Math.floor(output / 8))) };
}
