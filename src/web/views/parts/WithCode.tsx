/** Text in which what stands between backticks is shown as code, as messages of the host write it. */

export function WithCode({ text }: { readonly text: string }) {
  const pieces = text.split('`');
  // The last backtick of an odd number begins nothing.
  if (pieces.length % 2 === 0) return <>{text}</>;
  return <>{pieces.map((piece, at) => (at % 2 === 0 ? piece : <code key={piece}>{piece}</code>))}</>;
}
