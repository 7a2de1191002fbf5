/** The text of an output without its escape sequences; line ends stay where they are. */

import { nextSequence, sequenceEnd } from '../../protocol/sequences/sequences.ts';

export function plainOutput(text: string): string {
  let kept = '';
  for (let at = 0; at < text.length; ) {
    const sequence = nextSequence(text, at);
    kept += text.slice(at, sequence);
    at = sequence === text.length ? sequence : (sequenceEnd(text, sequence) ?? text.length);
  }
  return kept;
}
