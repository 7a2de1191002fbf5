/**
 * Addresses of machines, and the command that runs a line of POSIX sh there:
 *   ssh://[USER@]HOST[:PORT]                 by the person's own ssh and its configuration
 *   docker://[USER@]CONTAINER
 *   k8s://[NAMESPACE/]POD[/CONTAINER][?context=NAME]
 *   exec:COMMAND…                            COMMAND with `sh -c LINE` behind it, such as `exec:sudo -u build`; or, if it ends
 *                                            with `host --stdio`, COMMAND as it is: it speaks AHP on its stdin and stdout
 */

export type Reach = {
  readonly kind: 'ssh' | 'docker' | 'k8s' | 'exec';
  readonly address: string;
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

export type ReadAddress =
  | { readonly ok: true; readonly reach: Reach }
  | { readonly ok: false; readonly error: string };

const FORMS = 'ssh://[USER@]HOST[:PORT], docker://CONTAINER, k8s://[NAMESPACE/]POD, or exec:COMMAND…';

/** Whether the text is written as the address of a machine, right or wrong. */
export function isMachineAddress(text: string): boolean {
  return /^(?:(?:ssh|docker|k8s):\/\/|exec:)/.test(text);
}

export function readMachineAddress(text: string): ReadAddress {
  const [, scheme = '', rest = ''] = /^(ssh:\/\/|docker:\/\/|k8s:\/\/|exec:)(.*)$/s.exec(text) ?? [];
  // An address is a line of a file. A word of it that began with a dash would be an option of the program that is started.
  const isLine = [...text].every((char) => char >= ' ' && char !== '\x7f');
  const reach = isLine ? readers[scheme]?.(rest.trim(), text.trim()) : undefined;
  return reach === undefined
    ? { ok: false, error: `"${text}" is not the address of a machine; use ${FORMS}` }
    : { ok: true, reach };
}

type Reader = (rest: string, address: string) => Reach | undefined;

const readers: Readonly<Record<string, Reader>> = {
  'ssh://': (rest, address) => {
    const found = /^(?:([\w.+][\w.+-]*)@)?([\w.][\w.%-]*|\[[\da-fA-F:.]+(?:%\w+)?\])(?::(\d{1,5}))?\/?$/.exec(
      rest,
    );
    if (found === null) return undefined;
    const [, user, host = '', port] = found;
    const bare = host.replace(/^\[|\]$/g, '');
    const where = [...(port === undefined ? [] : ['-p', port]), ...(user === undefined ? [] : ['-l', user])];
    return {
      kind: 'ssh',
      address,
      name: bare.split('.')[0] || bare,
      runs: (line, options = []) => ['ssh', '-T', ...options, ...where, '--', bare, inShell(line)],
      // No session there: a server allows ten for each connection.
      pipes: {
        argv: (port, options) => ['ssh', ...options, ...where, '-W', `localhost:${port}`, '--', bare],
        marks: false,
      },
    };
  },
  'docker://': (rest, address) => {
    const found = /^(?:([\w.+][\w.:+-]*)@)?([\w.][\w.-]*)\/?$/.exec(rest);
    if (found === null) return undefined;
    const [, user, container = ''] = found;
    const as = user === undefined ? [] : ['--user', user];
    return {
      kind: 'docker',
      address,
      name: container,
      runs: (line) => ['docker', 'exec', '-i', ...as, container, 'sh', '-c', line],
    };
  },
  'k8s://': (rest, address) => {
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
      kind: 'k8s',
      address,
      name: pod,
      runs: (line) => ['kubectl', ...where, 'exec', '-i', pod, ...within, '--', 'sh', '-c', line],
    };
  },
  'exec:': (command, address) => {
    if (command === '') return undefined;
    const name =
      command
        .split(/\s+/)
        .at(-1)
        ?.replace(/^.*\//, '')
        .replace(/[^\w.-]+/g, '') || 'exec';
    const [, cotty] = /^(.*)\shost\s+--stdio$/s.exec(command) ?? [];
    return cotty !== undefined
      ? {
          ...{ kind: 'exec', address, name: 'exec', runs: undefined },
          speaks: ['sh', '-c', `exec ${command}`],
          pipes: {
            argv: (port, _options, mark) => ['sh', '-c', `exec ${cotty} machine pipe ${port} ${mark}`],
            marks: true,
          },
        }
      : { kind: 'exec', address, name, runs: (line) => ['sh', '-c', `exec ${command} ${inShell(line)}`] };
  },
};

/** A line for whatever shell runs it there: its own quotes are read alike by POSIX shells, fish and csh. */
function inShell(line: string): string {
  if (/['\\\n!]/.test(line))
    throw new Error(`a line for another machine has a character that shells read differently: ${line}`);
  return `sh -c '${line}'`;
}
