import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SandboxSecrets } from '../../runtime/contracts.ts';

const contract = z.object({ apiKey: z.string(), serviceProviderCode: z.string() });

/** The contract of tests that start the sandbox by themselves. */
export const testContract = { apiKey: 'sandbox-m-pesa-api-key', serviceProviderCode: '171717' };

/** Without a contract the key is random, so that no caller has it. */
export function accountOf({ companies }: SandboxSecrets): z.infer<typeof contract> {
  return contract.nullish().parse(companies['m-pesa-vodacom']) ?? { apiKey: randomUUID(), serviceProviderCode: '' };
}
