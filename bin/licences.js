// The licences of the packages in a bundle, by esbuild's account of what is in it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the text of dist/licences.txt. Throws if a bundled package has no text of its licence. */
export function licences(root, { outputs }) {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(files.map(packageFolder).filter((folder) => folder !== undefined));
  // A version may lie in several folders.
  const packages = new Set([...folders].map((folder) => licenceOf(root, folder)).sort());
  const head = 'cotty contains these packages, each under the licence below its name.';
  return `${[head, ...packages].join(`\n\n${RULE}\n\n`)}\n`;
}

/** Packages under the licence that is ours too, MIT, which bring no text of it: the line of copyright in their sources. */
const HOLDERS = {
  '@xterm/headless': `Copyright (c) 2014-2024 The xterm.js authors. All rights reserved.
Copyright (c) 2012-2013, Christopher Jeffrey (MIT License)`,
  'yoga-layout': 'Copyright (c) Meta Platforms, Inc. and affiliates.',
};

const RULE = '-'.repeat(80);

/** `node_modules/NAME`, of whatever depth; undefined for a file of our own. */
function packageFolder(file) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

function licenceOf(root, folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(root, folder)).find((each) => /^licen[cs]e(?:[.-]|$)/i.test(each));
  const title = `${name} ${version} (${license})`;
  if (file !== undefined) return `${title}\n\n${readFileSync(join(root, folder, file), 'utf8').trim()}`;
  const holder = HOLDERS[name];
  if (holder === undefined || license !== 'MIT')
    throw new Error(`${name} ${version} has no text of its licence`);
  const ours = readFileSync(join(root, 'LICENSE'), 'utf8');
  return `${title}\n\n${ours.replace(/^Copyright .*$/m, holder).trim()}`;
}
