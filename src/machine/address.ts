/**
 * Addresses of machines, and the command that runs a line of POSIX sh there. `SCHEMES` has one entry for each kind of address, with all
 * that is known about it.
 */

/** Who connects: by which shared connection, and whether nobody may be asked. */
export type Connecting = {
  /** Path of the socket by which all that goes there shares one connection of ssh, in a folder that only this user can enter. */
  readonly control?: string | undefined;
  readonly quiet?: boolean;
};

/** What an address says. */
type Found = {
  /** What the machine is called until somebody names it. */
  readonly name: string;
  /**
   * The program and arguments that run a line there, with its stdin, stdout and stderr; undefined for a command that speaks AHP by
   * itself and runs nothing else. `options` are put in the place where the program takes them.
   */
  readonly runs: ((line: string, options?: readonly string[]) => readonly string[]) | undefined;
  /** The program and arguments that speak AHP by themselves. */
  readonly speaks?: readonly string[];
  /**
   * The program and arguments that join their stdin and stdout to a TCP port of localhost there, where that takes another command than
   * `cotty machine pipe PORT` in a line.
   */
  readonly pipes?: {
    readonly argv: (port: number, options: readonly string[], mark: string) => readonly string[];
    /** Whether the mark comes before the bytes of the port, as a line of its own: what is printed before is not of the port. */
    readonly marks: boolean;
  };
};

/** A kind of address. */
type Scheme = {
  /** How an address of it begins. */
  readonly prefix: string;
  /** How an address is written, for help and errors. */
  readonly form: string;
  /** Reads what is behind the prefix; undefined for what is no address. */
  readonly read: (rest: string) => Found | undefined;
  /** Whether its program asks for a password or about the key of a host. */
  readonly asks?: true;
  /** The options of its program. */
  readonly options?: (connecting: Connecting) => readonly string[];
  /**
   * What its program prints where another attempt cannot help: a password, a passphrase, an answer about the key of a host, or a right
   * is missing. Each stands in a line of its own, which may begin with the name of the program.
   */
  readonly refusals?: readonly RegExp[];
};

export type Reach = Found & {
  readonly address: string;
  readonly asks: boolean;
  readonly options: (connecting: Connecting) => readonly string[];
};

export type ReadAddress =
  | { readonly ok: true; readonly reach: Reach }
  | { readonly ok: false; readonly error: string };

const SCHEMES: readonly Scheme[] = [
  {
    // By the user's own ssh and its configuration.
    prefix: 'ssh://',
    form: 'ssh://[USER@]HOST[:PORT]',
    asks: true,
    options: sshOptions,
    refusals: [
      /^(?:\S+: )?Permission denied \(/,
      /^Host key verification failed/,
      /Too many authentication failures/,
      /^Unable to negotiate with /,
      /: Bad configuration option: |^Bad owner or permissions on /,
      /^(?:WARNING: )?Your password has expired|^This account is currently not available/,
    ],
    read: (rest) => {
      const found =
        /^(?:([\w.+][\w.+-]*)@)?([\w.][\w.%-]*|\[[\da-fA-F:.]+(?:%\w+)?\])(?::(\d{1,5}))?\/?$/.exec(rest);
      if (found === null) return undefined;
      const [, user, host = '', port] = found;
      const bare = host.replace(/^\[|\]$/g, '');
      const where = [
        ...(port === undefined ? [] : ['-p', port]),
        ...(user === undefined ? [] : ['-l', user]),
      ];
      return {
        name: bare.split('.')[0] || bare,
        runs: (line, options = []) => ['ssh', '-T', ...options, ...where, '--', bare, inShell(line)],
        // No session there: a server allows ten for each connection.
        pipes: {
          argv: (port, options) => ['ssh', ...options, ...where, '-W', `localhost:${port}`, '--', bare],
          marks: false,
        },
      };
    },
  },
  {
    prefix: 'docker://',
    form: 'docker://[USER@]CONTAINER',
    refusals: [/permission denied while trying to connect to the docker/i],
    read: (rest) => {
      const found = /^(?:([\w.+][\w.:+-]*)@)?([\w.][\w.-]*)\/?$/.exec(rest);
      if (found === null) return undefined;
      const [, user, container = ''] = found;
      const as = user === undefined ? [] : ['--user', user];
      return {
        name: container,
        runs: (line) => ['docker', 'exec', '-i', ...as, container, 'sh', '-c', line],
      };
    },
  },
  {
    // Also /CONTAINER behind the pod, and ?context=NAME.
    prefix: 'k8s://',
    form: 'k8s://[NAMESPACE/]POD',
    refusals: [/must be logged in to the server|\((?:Unauthorized|Forbidden)\)/],
    read: (rest) => {
      const found =
        /^([a-z0-9][\w.-]*)(?:\/([a-z0-9][\w.-]*))?(?:\/([a-z0-9][\w.-]*))?\/?(?:\?context=([\w.][\w.@:/-]*))?$/.exec(
          rest,
        );
      if (found === null) return undefined;
      const [, one = '', two, container, context] = found;
      const [namespace, pod] = two === undefined ? [undefined, one] : [one, two];
      const where = [
        ...(context === undefined ? [] : ['--context', context]),
        ...(namespace === undefined ? [] : ['-n', namespace]),
      ];
      const within = container === undefined ? [] : ['-c', container];
      return {
        name: pod,
        runs: (line) => ['kubectl', ...where, 'exec', '-i', pod, ...within, '--', 'sh', '-c', line],
      };
    },
  },
  {
    // COMMAND with `sh -c LINE` behind it; or, if it ends with `host --stdio`, as it is: it speaks AHP on its stdin and stdout.
    prefix: 'exec:',
    form: 'exec:COMMAND…',
    refusals: [/^sudo: (?:a password is required|a terminal is required|no tty present)/],
    read: (command) => {
      if (command === '') return undefined;
      const name =
        command
          .split(/\s+/)
          .at(-1)
          ?.replace(/^.*\//, '')
          .replace(/[^\w.-]+/g, '') || 'exec';
      const [, cotty] = /^(.*)\shost\s+--stdio$/s.exec(command) ?? [];
      if (cotty === undefined)
        return { name, runs: (line) => ['sh', '-c', `exec ${command} ${inShell(line)}`] };
      return {
        name: 'exec',
        runs: undefined,
        speaks: ['sh', '-c', `exec ${command}`],
        pipes: {
          argv: (port, _options, mark) => ['sh', '-c', `exec ${cotty} machine pipe ${port} ${mark}`],
          marks: true,
        },
      };
    },
  },
];

/** How addresses are written, for help and errors. */
export const ADDRESS_FORMS = SCHEMES.map(({ form }) => form).join(', ');

/** What the programs of all schemes print where another attempt cannot help: one may run another, as `exec:` does. */
export const REFUSALS = SCHEMES.flatMap(({ refusals = [] }) => refusals);

/** Whether the text is written as the address of a machine, right or wrong. */
export function isMachineAddress(text: string): boolean {
  return schemeOf(text) !== undefined;
}

function schemeOf(text: string): Scheme | undefined {
  return SCHEMES.find(({ prefix }) => text.startsWith(prefix));
}

export function readMachineAddress(text: string): ReadAddress {
  const scheme = schemeOf(text);
  // An address is a line of a file. A word of it that began with a dash would be an option of the program that is started.
  const isLine = [...text].every((char) => char >= ' ' && char !== '\x7f');
  const found = isLine ? scheme?.read(text.slice(scheme.prefix.length).trim()) : undefined;
  if (scheme === undefined || found === undefined)
    return { ok: false, error: `"${text}" is not the address of a machine; use ${ADDRESS_FORMS}` };
  const { asks = false, options = () => [] } = scheme;
  return { ok: true, reach: { ...found, address: text.trim(), asks, options } };
}

/** Limit of that path in bytes: ssh puts some behind it while it connects, and the kernel takes 107, or 103. */
const MAX_CONTROL = 85;

/** One connection for all that goes there, compressed, noticed within fifteen seconds when it is dead. */
function sshOptions({ control, quiet = false }: Connecting): readonly string[] {
  const isShared = control !== undefined && Buffer.byteLength(control) <= MAX_CONTROL;
  const options = [
    ...(isShared ? ['ControlMaster=auto', `ControlPath=${control}`, 'ControlPersist=600'] : []),
    'ServerAliveInterval=5',
    'ServerAliveCountMax=3',
    'ConnectTimeout=15',
    // Screens and records are text: four to sixteen times less goes over the link.
    'Compression=yes',
    // What the user has configured for a shell there would open ports, or run something else.
    'ClearAllForwardings=yes',
    'ForwardX11=no',
    'PermitLocalCommand=no',
    'RemoteCommand=none',
    ...(quiet ? ['BatchMode=yes'] : []),
  ];
  return options.flatMap((option) => ['-o', option]);
}

/** A line for whatever shell runs it there: its own quotes are read alike by POSIX shells, fish and csh. */
function inShell(line: string): string {
  if (/['\\\n!]/.test(line))
    throw new Error(`a line for another machine has a character that shells read differently: ${line}`);
  return `sh -c '${line}'`;
}
