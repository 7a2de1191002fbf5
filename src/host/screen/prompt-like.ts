/** Guesses from printed text whether a program asks for input. */

/** Ends of prompts: `Name:`, `>>>`, `[Y/n]`, `(yes/no)?`, `$`. */
const ASKS = /[:?>：$#%❯›\])]$/;

/** Tells whether the text of a row before the cursor ends like a prompt. */
export function endsLikePrompt(before: string): boolean {
  return ASKS.test(before.trimEnd());
}
