/** Images that were shown before this window came, or while it could show none: fetched from the host when they are in sight. */

import { isRefusal } from '../../protocol/common/error-codes.ts';
import type { ImagePiece } from '../../protocol/cotty/cotty-requests.ts';
import { IMAGE_LIMIT, isImageFormat, keepImage } from '../../screen/image/image-table.ts';

/** Returns bytes of an image, from byte `from` on. */
export type AskImage = (key: string, from: number) => Promise<ImagePiece>;

export class FetchedImages {
  readonly #ask: AskImage;
  readonly #onImage: () => void;
  /** Keys of requested images. One that the host no longer has stays an empty box. */
  readonly #asked = new Set<string>();

  constructor(ask: AskImage, onImage: () => void) {
    this.#ask = ask;
    this.#onImage = onImage;
  }

  /** Fetches images by their keys, each once. */
  want(keys: ReadonlySet<string>): void {
    for (const key of keys) {
      if (this.#asked.has(key)) continue;
      this.#asked.add(key);
      void this.#fetch(key);
    }
  }

  async #fetch(key: string): Promise<void> {
    const pieces: Buffer[] = [];
    let length = 0;
    try {
      for (;;) {
        const { format, width, height, bytes, data } = await this.#ask(key, length);
        const piece = Buffer.from(data, 'base64');
        pieces.push(piece);
        length += piece.length;
        if (length < bytes && length <= IMAGE_LIMIT && piece.length > 0) continue;
        if (length !== bytes || !isImageFormat(format)) return;
        keepImage(format, { width, height }, Buffer.concat(pieces));
        this.#onImage();
        return;
      }
    } catch (error) {
      // If the connection was lost, a later frame requests it again. If the host refuses, it stays an empty box.
      if (!isRefusal(error)) this.#asked.delete(key);
    }
  }
}
