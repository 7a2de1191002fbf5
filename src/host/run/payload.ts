/**
 * Sends a text to a shell over its terminal; `shell/scripts/receive.sh` describes the protocol and is the other half. Nothing is
 * written before the shell has reported that it reads.
 *
 * The text is sent as printable ASCII with the escapes of `printf %b`, because programs in between (ssh, docker, screen)
 * interpret some control characters and `~`. If the shell ends meanwhile, the next one reads the unread rest as keys: at most
 * `MOST_AHEAD` of them, and no Enter among them.
 */

/** Limit in bytes of an encoded text: a character beyond ASCII takes 10 to 20, a control character 5, most others one. */
export const MAX_PAYLOAD = 4 * 1024 * 1024;

/** Bytes that are sent before the shell has acknowledged any. */
const MOST_AHEAD = 32 * 1024;

const ESCAPED: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  return byte >= 0x20 && byte < 0x7f && !'\\{}~'.includes(char)
    ? char
    : `\\0${byte.toString(8).padStart(3, '0')}`;
});

/** Encodes a text; undefined if it is too long. */
export function payloadOf(text: string): string | undefined {
  if (text.length > MAX_PAYLOAD) return undefined;
  const parts: string[] = [];
  let length = 1;
  for (const byte of Buffer.from(text, 'utf8')) {
    const part = ESCAPED[byte] ?? '';
    length += part.length;
    if (length > MAX_PAYLOAD) return undefined;
    parts.push(part);
  }
  return `${parts.join('')}}`;
}

export class PayloadSender {
  readonly #payload: string;
  readonly #write: (text: string) => void;
  #begun = false;
  #stopped = false;
  #sent = 0;
  #got = 0;

  constructor(payload: string, write: (text: string) => void) {
    this.#payload = payload;
    this.#write = write;
  }

  /** Whether the shell has reported that it reads. */
  get begun(): boolean {
    return this.#begun;
  }

  /** Number of characters that the shell has acknowledged. */
  get got(): number {
    return this.#got;
  }

  /** Takes a property that the shell has reported. Returns false if it is not about this text. */
  reported(key: string, value: string): boolean {
    if (key !== 'Reads' && key !== 'Got') return false;
    if (!/^\d{1,10}$/.test(value)) return true;
    if (key === 'Got') this.#sendNext(Number(value));
    else if (!this.#begun) {
      this.#begun = true;
      this.#write(`{${value} ${this.#payload.length}}`);
      this.#sendNext(0);
    }
    return true;
  }

  /** Stops sending. */
  stop(): void {
    this.#stopped = true;
  }

  #sendNext(got: number): void {
    if (!this.#begun || this.#stopped || got > this.#sent) return;
    this.#got = Math.max(this.#got, got);
    const to = Math.min(this.#payload.length, this.#got + MOST_AHEAD);
    if (to <= this.#sent) return;
    this.#write(this.#payload.slice(this.#sent, to));
    this.#sent = to;
  }
}
