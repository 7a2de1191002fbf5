/** Returns 128 random bits as 32 characters. `crypto.randomUUID` is not there for pages over plain http from another machine. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
