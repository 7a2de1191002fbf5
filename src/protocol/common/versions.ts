/** AHP versions: the supported ones, their negotiation, and the shapes they use (AHP §1). */

/** Versions that our client offers, most preferred first. */
export const CLIENT_VERSIONS: readonly string[] = [
  '1.0.0',
  '0.9.0',
  '0.8.0',
  '0.7.0',
  '0.6.0',
  '0.5.2',
  '0.5.1',
  '0.5.0',
  '0.4.0',
  '0.3.0',
  '0.2.0',
];

/** Versions that our host accepts. 1.x and 0.9 have the new shapes, the others the old ones. */
const HOST_RANGES: readonly string[] = [
  '^1.0.0',
  '^0.9.0',
  '^0.8.0',
  '^0.7.0',
  '^0.6.0',
  '^0.5.0',
  '^0.4.0',
  '^0.3.0',
  '^0.2.0',
];

type Version = readonly [major: number, minor: number, patch: number];

export type Negotiated =
  | { readonly ok: true; readonly version: string }
  | { readonly ok: false; readonly reason: string; readonly supported: string[] };

/**
 * Returns the highest offered version that we accept, exactly as offered. Before 1.0 hosts followed the
 * client's order instead; clients offer the newest first, so both rules give the same result.
 */
export function negotiate(offered: readonly string[]): Negotiated {
  const malformed = offered.find((text) => parse(text) === undefined);
  if (malformed !== undefined) {
    return refuse(`malformed protocol version ${JSON.stringify(malformed.slice(0, 64))}`);
  }
  const [best] = offered.filter(isAccepted).sort(newestFirst);
  return best === undefined
    ? refuse(`none of the offered protocol versions is supported: ${offered.slice(0, 16).join(', ')}`)
    : { ok: true, version: best };
}

/** Whether terminals carry `lifecycle` and session claims a `chat` (from 0.9); before, `exitCode` and no chat. */
export function usesLifecycle(version: string): boolean {
  const [major, minor] = parse(version) ?? [0, 0];
  return major > 0 || minor >= 9;
}

/** Whether the version has `isPty` (from 0.7). */
export function knowsIsPty(version: string): boolean {
  const [major, minor] = parse(version) ?? [0, 0];
  return major > 0 || minor >= 7;
}

function refuse(reason: string): Negotiated {
  return { ok: false, reason, supported: [...HOST_RANGES] };
}

function isAccepted(text: string): boolean {
  const [major, minor] = parse(text) ?? [0, 0];
  return major === 1 || (major === 0 && minor >= 2 && minor <= 9);
}

function newestFirst(left: string, right: string): number {
  const a = parse(left) ?? [0, 0, 0];
  const b = parse(right) ?? [0, 0, 0];
  return b[0] - a[0] || b[1] - a[1] || b[2] - a[2];
}

/** Parses `MAJOR.MINOR.PATCH` without leading zeros, prerelease or build: AHP allows nothing else. */
function parse(text: string): Version | undefined {
  const match = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/.exec(text);
  return match === null ? undefined : [Number(match[1]), Number(match[2]), Number(match[3])];
}
