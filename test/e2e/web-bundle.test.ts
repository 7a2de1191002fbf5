/** The page as it is built: small enough for a slow line, and whole without any other server. */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const dist = fileURLToPath(new URL('../../dist/web/', import.meta.url));

/** Compressed bytes of all that is loaded before the first terminal is shown. */
const MOST_BYTES = 256_000;

const document = () => readFileSync(`${dist}index.html`, 'utf8');

/** What the document names, in the order in which it does. */
function named(): readonly string[] {
  return [...document().matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path = '']) => path);
}

describe('the built page', () => {
  it('loads at most 256 KB, compressed', () => {
    const bytes = [`${dist}index.html`, ...named().map((path) => dist + path.slice(1))].map(
      (file) => readFileSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).length,
    );
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(MOST_BYTES);
  });

  it('names only files of its own, and no script inside of the document', () => {
    expect(named().length).toBeGreaterThan(3);
    for (const path of named()) {
      expect(path).toMatch(/^\/[\w.-]/);
      expect(statSync(dist + path.slice(1)).isFile()).toBe(true);
    }
    expect(document()).not.toMatch(/<script>|<style>|\son\w+=/);
  });

  it('has a hash in the name of each bundle, and a compressed copy beside it', () => {
    const names = readdirSync(`${dist}assets`);
    for (const name of names.filter((each) => !each.endsWith('.gz'))) {
      expect(name).toMatch(/-[A-Z0-9]{8}\.(?:js|css)$/);
      expect(names).toContain(`${basename(name)}.gz`);
    }
  });

  it('comes with the licences of what is in it', () => {
    const licences = readFileSync(`${dist}licences.txt`, 'utf8');
    for (const name of [
      'preact',
      '@preact/signals',
      '@xterm/xterm',
      '@xterm/addon-fit',
      '@tanstack/virtual-core',
    ])
      expect(licences).toContain(`\n${name} `);
    expect(licences.match(/Permission is hereby granted/g)?.length).toBeGreaterThan(5);
  });

  it('says what browsers need to know to install it', () => {
    const manifest: { icons: { src: string }[]; display: string } = JSON.parse(
      readFileSync(`${dist}manifest.webmanifest`, 'utf8'),
    );
    expect(manifest.display).toBe('standalone');
    for (const { src } of manifest.icons) expect(statSync(dist + src.slice(1)).isFile()).toBe(true);
  });
});
