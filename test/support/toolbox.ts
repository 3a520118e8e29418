import { EventEmitter } from 'node:events';
import type { CallOptions, Toolbox, ToolListing, ToolResult } from '@handeye/core/tools/frame/toolbox';

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true };

function listing(name: string, properties: Record<string, unknown> = {}): ToolListing {
  return {
    name,
    title: name,
    description: `The ${name} tool of the tests.`,
    inputSchema: { type: 'object', properties },
    annotations,
  };
}

const text = (content: string): ToolResult => ({ content: [{ type: 'text', text: content }] });

/** A toolbox that needs no device: echo, image, failing, throwing, structured, counting, and slow, which runs until released. */
export class TestToolbox implements Toolbox {
  readonly instructions = 'Tools of the tests.';
  /** Emits `slow` when a slow call begins and `cancelled` when its signal fires. */
  readonly events = new EventEmitter().setMaxListeners(0);
  readonly tools: readonly ToolListing[] = [
    listing('echo', { text: { type: 'string' } }),
    listing('image'),
    listing('failing'),
    listing('throwing'),
    {
      ...listing('structured'),
      outputSchema: { type: 'object', properties: { answer: { type: 'number' } } },
    },
    listing('slow'),
    listing('counting'),
  ];
  /** Who called, in order. */
  readonly clients: (string | undefined)[] = [];
  #released = false;

  /** Lets all slow calls end, also those to come. */
  release(): void {
    this.#released = true;
    this.events.emit('release');
  }

  has(name: string): boolean {
    return this.tools.some((tool) => tool.name === name);
  }

  async call(name: string, args: unknown, { signal, client, progress }: CallOptions): Promise<ToolResult> {
    this.clients.push(client);
    switch (name) {
      case 'echo':
        return text(JSON.stringify(args ?? {}));
      case 'image':
        return {
          content: [
            { type: 'image', data: 'AAAA', mimeType: 'image/jpeg', _meta: { width: 1080, height: 2400 } },
          ],
        };
      case 'counting':
        for (const count of ['one', 'two']) progress?.(count);
        return text(progress ? 'counted aloud' : 'counted');
      case 'structured':
        return { ...text('{"answer":42}'), structuredContent: { answer: 42 } };
      case 'failing':
        return {
          ...text('No element with that id. Call get_screen_state for the current ones.'),
          isError: true,
          _meta: { 'handeye/error': { kind: 'element_not_found', code: -32002 } },
        };
      case 'slow':
        return this.#slow(signal);
      case 'throwing':
        throw new TypeError(`a secret at /home/someone/src/tool.ts:12`);
      default:
        return { ...text(`Unknown tool: ${name}`), isError: true };
    }
  }

  async #slow(signal: AbortSignal): Promise<ToolResult> {
    if (!this.#released) {
      await new Promise<void>((resolve, reject) => {
        this.events.once('release', resolve);
        signal.addEventListener('abort', () => {
          this.events.emit('cancelled', signal.reason);
          reject(signal.reason as Error);
        });
        this.events.emit('slow');
      });
    }
    return text('done');
  }
}
