/** The cookie of a session. Its name has the port, so that several hosts on one machine do not overwrite each other's cookies. */

export type CookieOf = {
  readonly port: number;
  /** Whether the browser uses TLS: then it must never send the cookie unencrypted. */
  readonly secure: boolean;
};

const nameOf = (port: number): string => `cotty-${port}`;

/** Returns the value of this server's cookie in a `Cookie` header. */
export function cookieIn(header: string | undefined, port: number): string | undefined {
  const start = `${nameOf(port)}=`;
  const found = (header ?? '').split(';').find((each) => each.trimStart().startsWith(start));
  return found?.trim().slice(start.length);
}

/** Returns the `Set-Cookie` header. With 0 seconds it deletes the cookie. */
export function setCookie(value: string, seconds: number, { port, secure }: CookieOf): string {
  const rules = ['HttpOnly', 'SameSite=Strict', 'Path=/', `Max-Age=${seconds}`];
  return [`${nameOf(port)}=${value}`, ...rules, ...(secure ? ['Secure'] : [])].join('; ');
}
