import type { Toolbox } from '@handeye/core/tools/frame/toolbox';

const answer = { content: [{ type: 'text', text: 'Tap executed at (500, 1000)' }] } as const;

/** As many tools as the product has, each as cheap as possible, so that the server alone is measured. */
export const trivialToolbox: Toolbox = {
  instructions: 'Tools of the benchmark.',
  tools: Array.from({ length: 27 }, (_, index) => ({
    name: `tool_${index}`,
    title: `Tool ${index}`,
    description: 'Does nothing, and does it at a point of the screen.',
    inputSchema: {
      type: 'object',
      properties: { x: { type: 'number', minimum: 0 }, y: { type: 'number', minimum: 0 } },
      required: ['x', 'y'],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  })),
  has: (name) => /^tool_\d+$/.test(name),
  call: () => Promise.resolve(answer),
};
