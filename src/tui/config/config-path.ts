/** Where the config file is. */

type Env = Readonly<Record<string, string | undefined>>;

/** The XDG rule: a relative XDG_CONFIG_HOME is ignored. Undefined: no home either, so no file. */
export function configPath(env: Env): string | undefined {
  const xdg = env['XDG_CONFIG_HOME'];
  if (xdg?.startsWith('/')) return `${xdg}/cotty/config`;
  const home = env['HOME'];
  return home ? `${home}/.config/cotty/config` : undefined;
}
