/** A one-shot subcommand as a script starts it: with pipes at its ends, signals, and its output as it comes. */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { programNode } from './node.ts';
import { bin, type Sandbox } from './sandbox.ts';

const WAIT_MS = 60_000;

export class Script {
  readonly child: ChildProcessWithoutNullStreams;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  stdout = '';
  stderr = '';

  constructor(sandbox: Sandbox, args: readonly string[], input?: string) {
    this.child = spawn(programNode, [bin, ...args], { cwd: sandbox.home, env: sandbox.env });
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.ended = new Promise((resolve) => {
      this.child.on('close', (code, signal) => resolve(code ?? signal));
    });
    this.child.stdin.end(input);
  }

  interrupt(): void {
    this.child.kill('SIGINT');
  }

  /** Resolves when stdout or stderr has that text. */
  async said(text: string): Promise<void> {
    const until = Date.now() + WAIT_MS;
    while (!(this.stdout + this.stderr).includes(text)) {
      if (Date.now() > until) throw new Error(`"${text}" was not said; but:\n${this.stdout}\n${this.stderr}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
