/** Guesses from printed text whether a program asks for input. */

/** Longest output, in UTF-16 units, that is taken for a prompt. */
const LIMIT = 512;
const END = /[:?>：]\s*(?:\x1b\[[\d;?]*[a-zA-Z])*$/;

/** Tells whether output may be a prompt: short, with `:`, `?` or `>` at its end; spaces and colours may follow. */
export function looksLikePrompt(text: string): boolean {
  return text.length < LIMIT && END.test(text);
}

/** Ends of prompts: `Name:`, `>>>`, `[Y/n]`, `(yes/no)?`, `$`. */
const ASKS = /[:?>：$#%❯›\])]$/;

/** Tells whether the text of a row before the cursor ends like a prompt. */
export function endsLikePrompt(before: string): boolean {
  return ASKS.test(before.trimEnd());
}
