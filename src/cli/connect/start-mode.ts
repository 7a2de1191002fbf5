/** Flags for the start of a host: with its earlier terminals, without them, or without recording anything. */

export type StartMode = {
  /** Restores no terminals and archives their records. */
  readonly clean: boolean;
  /** Records nothing. */
  readonly ephemeral: boolean;
  /** Writes everything that terminals print to their `raw.log`. */
  readonly rawLog: boolean;
};

/** That of a host for which no flag is given. */
export const ORDINARY: StartMode = { clean: false, ephemeral: false, rawLog: false };

/** Flags of every subcommand that may start a host. */
export const startFlags = { clean: 'boolean', ephemeral: 'boolean', rawLog: 'boolean' } as const;

/** Picks these flags from all flags of a subcommand. */
export function startMode({ clean, ephemeral, rawLog }: StartMode): StartMode {
  return { clean, ephemeral, rawLog };
}

/** The flags as arguments of the host process. */
export function startArgs({ clean, ephemeral, rawLog }: StartMode): readonly string[] {
  return [
    ...(clean ? ['--clean'] : []),
    ...(ephemeral ? ['--ephemeral'] : []),
    ...(rawLog ? ['--raw-log'] : []),
  ];
}

/** Returns why these flags exclude each other, or undefined if they do not. */
export function wrongMode({ clean, ephemeral, rawLog }: StartMode): string | undefined {
  if (clean && ephemeral)
    return '--clean archives the records, --ephemeral touches no records: use only one of them';
  return ephemeral && rawLog
    ? '--raw-log records what terminals print, --ephemeral records nothing: use only one of them'
    : undefined;
}

/** Returns an error if a flag is set, for a host that is already running: it would silently ignore the flag. */
export function tooLate(mode: StartMode): string | undefined {
  const [flag] = startArgs(mode);
  return flag === undefined
    ? undefined
    : `${flag} works only when a host starts, and one is running; to end it and its terminals: cotty host stop`;
}
