/** The tools of `cotty mcp` as a Markdown table: their parameters, and the first sentence of each description. */

import { toolsOf } from '../../src/mcp/tool-list.ts';

export function toolTable(): string {
  const rows = toolsOf({ compat: false }).map(({ name, input, description }) => {
    const parameters = Object.entries(input.shape).map(([key, schema]) =>
      schema.safeParse(undefined).success ? `${key}?` : key,
    );
    const sentence = /^.*?[.](?= |$)/.exec(description)?.[0] ?? description;
    return `| \`${name}\` | ${parameters.join(', ')} | ${sentence.replaceAll('|', '\\|')} |`;
  });
  return ['| Tool | Parameters | What it does |', '| --- | --- | --- |', ...rows].join('\n');
}
