/** An agent as its MCP client sees it: the SDK's own client, and the built `cotty mcp` at the other end of stdio. */

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  CallToolResultSchema,
  LoggingMessageNotificationSchema,
  type Progress,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { programNode } from './node.ts';
import { bin, type Sandbox } from './sandbox.ts';

type Data = { readonly [key: string]: unknown };

export type Called = {
  /** All text parts of the answer, joined. */
  readonly text: string;
  readonly isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests check it with matchers, field by field.
  readonly data: any;
};

type CallOptions = {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Whether the answer's fields are asked for besides its text, as programs do. */
  readonly fields?: boolean;
};

const ASKS_FIELDS = { 'x-cotty': { data: true } };

export class McpAgent {
  readonly client: Client;
  /** Log messages from the server, oldest first. */
  readonly logged: Data[] = [];
  readonly updated: string[] = [];
  listChanges = 0;
  stderr = '';
  private readonly transport: StdioClientTransport;

  private constructor(sandbox: Sandbox, name: string, args: readonly string[]) {
    this.client = new Client({ name, version: '1.0.0' });
    this.transport = new StdioClientTransport({
      command: programNode,
      args: [bin, 'mcp', ...args],
      env: sandbox.env,
      cwd: sandbox.home,
      stderr: 'pipe',
    });
    this.transport.stderr?.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString();
    });
    this.client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
      this.logged.push(params.data as Data);
    });
    this.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
      this.updated.push(params.uri);
    });
    this.client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
      this.listChanges += 1;
    });
  }

  /** It is closed with the windows of the sandbox. */
  static async open(sandbox: Sandbox, name: string, args: readonly string[] = []): Promise<McpAgent> {
    const agent = new McpAgent(sandbox, name, args);
    sandbox.closesToo(agent);
    await agent.client.connect(agent.transport);
    return agent;
  }

  /** Id of the `cotty mcp` process. */
  get pid(): number {
    return this.transport.pid ?? -1;
  }

  async call(
    tool: string,
    args: Data = {},
    { signal, onProgress, fields = true }: CallOptions = {},
  ): Promise<Called> {
    const result = await this.client.callTool(
      { name: tool, arguments: { ...args }, ...(fields && { _meta: ASKS_FIELDS }) },
      CallToolResultSchema,
      {
        timeout: 120_000,
        ...(signal === undefined ? {} : { signal }),
        ...(onProgress === undefined ? {} : { onprogress: onProgress }),
      },
    );
    const { content, structuredContent, isError } = CallToolResultSchema.parse(result);
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    return { text, isError: isError === true, data: structuredContent };
  }

  /** Calls a tool and throws if the call fails. */
  async ok(tool: string, args: Data = {}, options: CallOptions = {}): Promise<Called> {
    const called = await this.call(tool, args, options);
    if (called.isError) throw new Error(`${tool} ${JSON.stringify(args)}: ${called.text}\n${this.stderr}`);
    return called;
  }

  async close(): Promise<void> {
    await this.client.close();
  }
}
