/** Whether what a program printed asks for something. */

const LIMIT = 512;
const END = /[:?>：]\s*(?:\x1b\[[\d;?]*[a-zA-Z])*$/;

/** Of a piece of output: short, and its line is not ended; colours may follow. */
export function looksLikePrompt(text: string): boolean {
  return text.length < LIMIT && END.test(text);
}

/** How prompts of programs end: `Name:`, `>>>`, `[Y/n]`, `(yes/no)?`, `$`. */
const ASKS = /[:?>：$#%❯›\])]$/;

/** Of the text between the start of its row and the cursor. */
export function asksAtEnd(before: string): boolean {
  return ASKS.test(before.trimEnd());
}
