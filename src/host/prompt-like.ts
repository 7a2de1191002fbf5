/** Whether a piece of output asks for something: short, and its line is not ended; colours may follow. */

const LIMIT = 512;
const END = /[:?>：]\s*(?:\x1b\[[\d;?]*[a-zA-Z])*$/;

export function looksLikePrompt(text: string): boolean {
  return text.length < LIMIT && END.test(text);
}
