import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** In a process of its own: what is loaded once stays as it is. */
function inNode(env: Record<string, string>): unknown {
  const script = `
    const { readFileSync } = await import('node:fs');
    const ts = (await import('typescript')).default;
    const source = readFileSync('src/tui/chrome/production-react.ts', 'utf8');
    const code = ts.transpileModule(source, { compilerOptions: { module: 99, target: 99 } }).outputText
      .replaceAll('import.meta.url', JSON.stringify(process.cwd() + '/src/tui/chrome/production-react.ts'));
    const { preferProductionReact } = await import('data:text/javascript,' + encodeURIComponent(code));
    preferProductionReact(process.env);
    await import('ink');
    const { createRequire } = await import('node:module');
    const { cache } = createRequire(import.meta.resolve('ink'));
    // Node lists the other build as well, which it has only looked through for names.
    const loaded = Object.keys(cache).filter((path) => cache[path].loaded);
    const builds = loaded.filter((path) => /react-reconciler\\.(production|development)/.test(path));
    process.stdout.write(JSON.stringify({ builds: builds.map((path) => path.split('.').at(-2)), env: process.env.NODE_ENV }));
  `;
  const { NODE_ENV: _ours, ...rest } = process.env;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    env: { ...rest, ...env },
    encoding: 'utf8',
  });
  return JSON.parse(out);
}

describe('preferProductionReact', () => {
  test('makes Ink draw with the production build, and leaves no trace in the environment', () => {
    expect(inNode({})).toEqual({ builds: ['production'] });
  });

  test('leaves the choice to a person who made one', () => {
    expect(inNode({ NODE_ENV: 'development' })).toEqual({ builds: ['development'], env: 'development' });
  });
});
