/** Path of the config file. */

type Env = Readonly<Record<string, string | undefined>>;

/** Follows the XDG rule: a relative XDG_CONFIG_HOME is ignored. Returns undefined when there is no HOME either. */
export function configPath(env: Env): string | undefined {
  const xdg = env['XDG_CONFIG_HOME'];
  if (xdg?.startsWith('/')) return `${xdg}/cotty/config`;
  const home = env['HOME'];
  return home ? `${home}/.config/cotty/config` : undefined;
}
