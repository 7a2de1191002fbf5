/**
 * A PNG of an SVG picture, drawn by a program of this machine, in twice its size. No drawing library comes with cotty: those that
 * draw text have tens of megabytes of machine code for each system, and draw nothing where there is no font. ImageMagick is not
 * asked: its own SVG reader knows no style sheets.
 *
 * Runs in Node.
 */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reasonOf } from '../../protocol/common/reason-of.ts';

export type DrawnPng =
  | { readonly ok: true; readonly png: Uint8Array }
  | { readonly ok: false; readonly error: string };

type Paths = { readonly folder: string; readonly svg: string; readonly png: string; readonly size: string };

type Program = { readonly file: string; readonly args: (paths: Paths) => readonly string[] };

const BROWSERS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** In the order in which they are tried: what draws exactly, then what starts slowly. */
const PROGRAMS: readonly Program[] = [
  { file: 'resvg', args: ({ svg, png }) => ['--zoom', '2', svg, png] },
  { file: 'rsvg-convert', args: ({ svg, png }) => ['--zoom', '2', '--output', png, svg] },
  ...BROWSERS.map((file) => ({ file, args: browserArgs })),
];

/** Root has no sandbox in Chromium; the picture is our own, of escaped text, and loads nothing. */
function browserArgs({ folder, svg, png, size }: Paths): readonly string[] {
  return [
    '--headless',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--no-first-run',
    '--hide-scrollbars',
    '--force-device-scale-factor=2',
    `--user-data-dir=${join(folder, 'browser')}`,
    `--window-size=${size}`,
    `--screenshot=${png}`,
    pathToFileURL(svg).href,
  ];
}

const TIMEOUT_MS = 30_000;
/** What each PNG begins with. */
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47];

export async function drawPng(
  svg: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<DrawnPng> {
  const folder = await mkdtemp(join(tmpdir(), 'cotty-png-'));
  try {
    const paths = {
      folder,
      svg: join(folder, 'picture.svg'),
      png: join(folder, 'picture.png'),
      size: sizeOf(svg),
    };
    await writeFile(paths.svg, svg);
    return await firstDrawn(paths, env);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function firstDrawn(
  paths: Paths,
  env: Readonly<Record<string, string | undefined>>,
): Promise<DrawnPng> {
  const failed: string[] = [];
  for (const { file, args } of PROGRAMS) {
    const why = await ran(file, args(paths), env);
    if (why === 'missing') continue;
    const png = why === undefined ? await readFile(paths.png).catch(() => undefined) : undefined;
    if (png !== undefined && SIGNATURE.every((byte, index) => png[index] === byte)) return { ok: true, png };
    failed.push(`${file}: ${why ?? 'it has drawn nothing'}`);
  }
  if (failed.length > 0) return { ok: false, error: `no PNG was drawn (${failed.join('; ')})` };
  const names = PROGRAMS.map(({ file }) => file.slice(file.lastIndexOf('/') + 1));
  const looked = [...new Set(names)].join(', ');
  return {
    ok: false,
    error: `a PNG is drawn by another program, and none of these is installed: ${looked}. Export an SVG, or install one of them`,
  };
}

/** Returns why it failed, `missing` if there is no such program. */
function ran(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(
      file,
      [...args],
      { env, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' },
      (error, _stdout, stderr) => {
        if (error === null) resolve(undefined);
        else if (error.code === 'ENOENT' || error.code === 'ENOTDIR') resolve('missing');
        else if (error.killed) resolve(`no answer within ${TIMEOUT_MS / 1000} s`);
        else resolve(stderr.trim().split('\n').at(-1) || reasonOf(error));
      },
    );
  });
}

/** Width and height of the picture, as a browser takes them. */
function sizeOf(svg: string): string {
  const [, width = '800', height = '600'] = / width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  return `${Math.ceil(Number(width))},${Math.ceil(Number(height))}`;
}
