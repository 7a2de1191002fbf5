/** The cookie of a session. Its name has the port, so that several hosts on one machine do not overwrite each other's cookies. */

export type CookieOf = {
  readonly port: number;
  /** Whether the browser came by TLS: then it never sends the cookie without. */
  readonly secure: boolean;
};

const nameOf = (port: number): string => `cotty-${port}`;

/** Returns the value of this server's cookie in a `Cookie` header. */
export function cookieIn(header: string | undefined, port: number): string | undefined {
  const start = `${nameOf(port)}=`;
  const found = (header ?? '').split(';').find((each) => each.trimStart().startsWith(start));
  return found?.trim().slice(start.length);
}

/** The `Set-Cookie` header; with no seconds it takes the cookie away. */
export function setCookie(value: string, seconds: number, { port, secure }: CookieOf): string {
  const rules = ['HttpOnly', 'SameSite=Strict', 'Path=/', `Max-Age=${seconds}`];
  return [`${nameOf(port)}=${value}`, ...rules, ...(secure ? ['Secure'] : [])].join('; ');
}
