import fc from 'fast-check';

/** The methods that are served, and others. */
const methods = [
  'initialize',
  'tools/list',
  'tools/call',
  'ping',
  'server/discover',
  'notifications/cancelled',
  'x',
];

/** Messages that are nearly right: the shape of JSON-RPC with something odd in every place. */
export const almost = fc.record(
  {
    jsonrpc: fc.oneof(fc.constant('2.0'), fc.jsonValue()),
    id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
    method: fc.oneof(fc.constantFrom(...methods), fc.jsonValue()),
    params: fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          name: fc.oneof(
            fc.constantFrom('echo', 'failing', 'throwing', '__proto__', 'constructor'),
            fc.jsonValue(),
          ),
          arguments: fc.jsonValue(),
          protocolVersion: fc.jsonValue(),
          capabilities: fc.jsonValue(),
          clientInfo: fc.jsonValue(),
          requestId: fc.jsonValue(),
          _meta: fc.oneof(
            fc.jsonValue(),
            fc.record(
              {
                'io.modelcontextprotocol/protocolVersion': fc.oneof(
                  fc.constant('2026-07-28'),
                  fc.jsonValue(),
                ),
                'io.modelcontextprotocol/clientCapabilities': fc.oneof(fc.constant({}), fc.jsonValue()),
                progressToken: fc.jsonValue(),
              },
              { requiredKeys: [] },
            ),
          ),
        },
        { requiredKeys: [] },
      ),
    ),
    error: fc.jsonValue(),
    result: fc.jsonValue(),
    ['__proto__']: fc.jsonValue(),
  },
  { requiredKeys: ['jsonrpc', 'id', 'method'] },
);

const headerText = fc.stringMatching(/^[ -~]{0,30}$/);
/** Headers that are nearly right. */
export const headers = fc.record(
  {
    'MCP-Protocol-Version': fc.oneof(fc.constantFrom('2026-07-28', '2025-11-25'), headerText),
    'Mcp-Method': fc.oneof(fc.constantFrom(...methods), headerText),
    'Mcp-Name': fc.oneof(fc.constantFrom('echo', '=?base64?ZWNobw==?='), headerText),
    Accept: headerText,
  },
  { requiredKeys: [] },
);
