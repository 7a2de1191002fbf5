/** Returns a test for lines that have all of the words, in any order; capitals count only if the text has some. */
export function wordsTest(text: string): (line: string) => boolean {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const exact = /\p{Lu}/u.test(text);
  if (exact) return (line) => words.every((word) => line.includes(word));
  return (line) => {
    const lower = line.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
}
