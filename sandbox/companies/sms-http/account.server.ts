import { z } from 'zod';
import type { SandboxSecrets } from '../../runtime/contracts.ts';

const contract = z.object({ user: z.string(), secret: z.string() });

/** The contract of tests that start the sandbox by themselves. */
export const testContract = { user: 'sandbox-sms-user', secret: 'sandbox-sms-secret' };

export function accountOf({ companies }: SandboxSecrets): z.infer<typeof contract> {
  return contract.parse(companies['sms-http']);
}
