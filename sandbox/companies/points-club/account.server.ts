import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SandboxSecrets } from '../../runtime/contracts.ts';

const contract = z.object({ user: z.string(), secret: z.string() });

/** The contract of tests that start the sandbox by themselves. */
export const testContract = { user: 'sandbox-points-user', secret: 'sandbox-points-secret' };

/** Without a contract the secret is random, so that no caller has it. */
export function accountOf({ companies }: SandboxSecrets): z.infer<typeof contract> {
  return contract.nullish().parse(companies['points-club']) ?? { user: '', secret: randomUUID() };
}
