/** The files of the page, which are read once when the web server starts. A path of a request never reaches the disk. */

import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { digest } from '../listener/network-token.ts';

type File = {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
  readonly caching: string;
};

export type PageFiles = {
  /** Why there is no page; undefined when there is one. */
  readonly missing: string | undefined;
  /** Key: the path, such as `/app.js`. */
  readonly files: ReadonlyMap<string, File>;
};

const INDEX = '/index.html';
const MI = 1024 * 1024;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** A name with the hash of the content in it, as the bundler writes it: such a file never changes. */
const HASHED = /-[A-Z0-9]{8}\.\w+$/;
const CODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Never throws: a web server without a page answers 503 with the reason. */
export function readPageFiles(folder: string, maxMiB: number): PageFiles {
  const files = new Map<string, File>();
  let bytes = 0;
  try {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const at = join(entry.parentPath, entry.name);
      const path = `/${relative(folder, at).split(sep).join('/')}`;
      const file = fileOf(path, readFileSync(at));
      bytes += file.bytes.length;
      if (bytes > maxMiB * MI) return none(`the page in ${folder} is larger than ${maxMiB} MiB (webPageMiB)`);
      files.set(path, file);
    }
  } catch {
    return none(`this installation has no page: ${folder} cannot be read`);
  }
  return files.has(INDEX)
    ? { missing: undefined, files }
    : none(`this installation has no page in ${folder}`);
}

function fileOf(path: string, bytes: Buffer): File {
  const caching = HASHED.test(path)
    ? 'public, max-age=31536000, immutable'
    : path === INDEX
      ? 'no-store'
      : 'no-cache';
  return {
    bytes,
    type: TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
    etag: `"${digest(bytes).toString('base64url').slice(0, 22)}"`,
    caching,
  };
}

function none(missing: string): PageFiles {
  return { missing, files: new Map() };
}

export function servePageFile(
  { missing, files }: PageFiles,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { method = '', url = '/', headers } = request;
  if (method !== 'GET' && method !== 'HEAD') {
    answer(request, response, 405, { Allow: 'GET, HEAD' }, 'only GET and HEAD are possible here');
    return;
  }
  const [asked = '/'] = url.split('?', 1);
  const path = asked === '/' ? INDEX : asked;
  if (missing !== undefined) {
    answer(
      request,
      response,
      503,
      {},
      `${missing}. After \`npm run build\` restart the web server: cotty web stop, cotty web.`,
    );
    return;
  }
  const plain = files.get(path);
  if (plain === undefined) {
    answer(request, response, 404, {}, 'there is nothing at this path');
    return;
  }
  const { file, coding } = packed(files, path, plain, String(headers['accept-encoding'] ?? ''));
  const about = {
    'Cache-Control': plain.caching,
    ETag: file.etag,
    Vary: 'Accept-Encoding',
    ...(coding === undefined ? {} : { 'Content-Encoding': coding }),
  };
  if (headers['if-none-match'] === file.etag) {
    response.writeHead(304, about);
    response.end();
    return;
  }
  response.writeHead(200, { ...about, 'Content-Type': plain.type, 'Content-Length': file.bytes.length });
  response.end(method === 'HEAD' ? undefined : file.bytes);
}

/** Returns the compressed form of a file that the build has written beside it, if the browser accepts that. */
function packed(files: PageFiles['files'], path: string, plain: File, accepted: string) {
  const taken = accepted.split(',').map((each) => each.split(';', 1)[0]?.trim());
  for (const [coding, suffix] of CODINGS) {
    const file = taken.includes(coding) ? files.get(`${path}${suffix}`) : undefined;
    if (file !== undefined) return { file, coding };
  }
  return { file: plain, coding: undefined };
}

/** Answers in plain text, because people see it. */
function answer(
  { method }: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders,
  text: string,
): void {
  const bytes = Buffer.from(`${text}\n`);
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': bytes.length,
    ...headers,
  });
  response.end(method === 'HEAD' ? undefined : bytes);
}
