import { testContracts } from './registry.server.generated.ts';
import type { SandboxSecrets } from './runtime/contracts.ts';

/** Secrets for tests that start the sandbox by themselves. */
export const sandboxSecrets = {
  companies: testContracts,
  analytics: { commonSecret: 'sandbox-analytics-secret' },
} satisfies SandboxSecrets;
