/** How a host starts: with what was there before, without it, or without leaving anything behind. */

export type StartMode = {
  /** Brings no terminal back and archives their records. */
  readonly clean: boolean;
  /** Records nothing. */
  readonly ephemeral: boolean;
  /** Writes all that terminals print to their `raw.log`. */
  readonly rawLog: boolean;
};

/** Of every subcommand that may start a host. */
export const startFlags = { clean: 'boolean', ephemeral: 'boolean', rawLog: 'boolean' } as const;

/** Without the other flags. */
export function startMode({ clean, ephemeral, rawLog }: StartMode): StartMode {
  return { clean, ephemeral, rawLog };
}

/** The same for the process that is started. */
export function startArgs({ clean, ephemeral, rawLog }: StartMode): readonly string[] {
  return [
    ...(clean ? ['--clean'] : []),
    ...(ephemeral ? ['--ephemeral'] : []),
    ...(rawLog ? ['--raw-log'] : []),
  ];
}

/** Why this cannot be asked for; undefined: it can. */
export function wrongMode({ clean, ephemeral, rawLog }: StartMode): string | undefined {
  if (clean && ephemeral)
    return '--clean archives what is recorded, --ephemeral touches no record: leave one out';
  return ephemeral && rawLog
    ? '--raw-log records what terminals print, --ephemeral records nothing: leave one out'
    : undefined;
}

/** They say how a host starts: one that runs already would ignore them without a word. */
export function tooLate(mode: StartMode): string | undefined {
  const [flag] = startArgs(mode);
  return flag === undefined
    ? undefined
    : `${flag} is for the start of a host, and one is running; to end it and its terminals: cotty host stop`;
}
