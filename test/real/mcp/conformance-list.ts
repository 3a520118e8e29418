/**
 * The scenarios of the MCP conformance suite that must pass: each one that needs no special fixture and whose
 * capability we announce (tools), check by check. A scenario that ticks without these checks does not count.
 * `beyond` names the checks of such a scenario that fail or are skipped for want of a fixture tool or of a
 * capability that we do not announce (prompts, resources, subscriptions).
 */
export interface Expected {
  readonly checks: readonly string[];
  readonly beyond?: readonly string[];
}

export interface Line {
  readonly package: string;
  readonly args: readonly string[];
  readonly scenarios: Readonly<Record<string, Expected>>;
}

const dnsRebinding: Expected = {
  checks: ['localhost-host-rebinding-rejected', 'localhost-host-valid-accepted'],
};

export const lines: Readonly<Record<string, Line>> = {
  'the released line, 2025-11-25': {
    package: 'conformance-stable',
    args: ['--suite', 'active'],
    scenarios: {
      'server-initialize': { checks: ['server-initialize'] },
      ping: { checks: ['ping'] },
      'tools-list': { checks: ['tools-list'] },
      'dns-rebinding-protection': dnsRebinding,
    },
  },
  'the next line, 2025-11-25': {
    package: 'conformance-next',
    args: ['--spec-version', '2025-11-25'],
    scenarios: {
      'server-initialize': { checks: ['server-initialize', 'wire-schema-valid'] },
      ping: { checks: ['ping', 'wire-schema-valid'] },
      'tools-list': { checks: ['tools-list', 'tools-name-format', 'wire-schema-valid'] },
      'dns-rebinding-protection': dnsRebinding,
    },
  },
  'the next line, 2026-07-28': {
    package: 'conformance-next',
    args: ['--requirements', '2026-07-28'],
    scenarios: {
      'tools-list': {
        checks: ['tools-list', 'tools-name-format', 'tools-list-deterministic-order', 'wire-schema-valid'],
      },
      'dns-rebinding-protection': dnsRebinding,
      'http-header-validation': {
        checks: [
          'sep-2243-server-reject-invalid-headers',
          'sep-2243-server-reject-error-code',
          'sep-2243-server-accepts-whitespace-header-value',
          'sep-2243-header-name-case-insensitive',
          'wire-schema-valid',
        ],
      },
      caching: {
        checks: [
          'sep-2549-tools-list-caching-hints',
          'sep-2549-ttl-non-negative',
          'sep-2549-cache-scope-valid',
          'wire-schema-valid',
        ],
        beyond: [
          'sep-2549-prompts-list-caching-hints',
          'sep-2549-resources-list-caching-hints',
          'sep-2549-resources-templates-list-caching-hints',
        ],
      },
      'server-sse-multiple-streams': { checks: ['server-accepts-multiple-post-streams'] },
      'input-required-result-unsupported-methods': {
        checks: ['sep-2322-not-on-unsupported-requests', 'wire-schema-valid'],
      },
      'input-required-result-validate-input': {
        checks: [
          'sep-2322-validate-input-responses',
          'sep-2322-error-on-protocol-error',
          'wire-schema-valid',
        ],
      },
      'server-stateless': {
        checks: [
          'sep-2575-request-meta-invalid-missing-meta',
          'sep-2575-request-meta-invalid-missing-protocol-version',
          'sep-2575-request-meta-invalid-missing-client-capabilities',
          'sep-2575-http-server-meta-invalid-400',
          'sep-2575-request-meta-client-info-optional',
          'sep-2575-server-implements-discover',
          'sep-2575-server-identifies-in-result-meta',
          'sep-2575-discover-capabilities-match-handlers',
          'sep-2575-server-unsupported-version-error',
          'sep-2575-http-server-unsupported-version-400',
          'sep-2575-http-server-header-mismatch-400',
          'sep-2575-http-server-method-not-found-404-initialize',
          'sep-2575-http-server-method-not-found-404-ping',
          'sep-2575-http-server-method-not-found-404-logging-setlevel',
          'sep-2575-http-server-method-not-found-404-resources-subscribe',
          'sep-2575-http-server-method-not-found-404-resources-unsubscribe',
          'sep-2575-http-server-method-not-found-404',
          'sep-2575-http-server-error-jsonrpc-id',
        ],
        beyond: [
          'sep-2575-server-rejects-undeclared-capability',
          'sep-2575-missing-capability-http-400',
          'sep-2575-http-server-no-independent-requests-on-stream',
          'sep-2575-server-no-log-without-loglevel',
        ],
      },
    },
  },
};
