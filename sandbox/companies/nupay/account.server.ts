import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { NotificationKeys, SandboxSecrets } from '../../runtime/contracts.ts';

const contract = z.object({ merchantKey: z.string(), merchantToken: z.string() });

/** The contract of tests that start the sandbox by themselves. */
export const testContract = { merchantKey: 'sandbox-nupay-key', merchantToken: 'sandbox-nupay-token' };

/** The secret behind NuPay's key pair; only its public key is published. */
export const signingSecret = 'sandbox-nupay-signing-secret';

/** Without a contract the token is random, so that no caller has it. */
export function accountOf({
  companies,
}: SandboxSecrets): z.infer<typeof contract> & { readonly notificationKeys: NotificationKeys } {
  const given = contract.nullish().parse(companies['nupay']);
  return { ...(given ?? { merchantKey: '', merchantToken: randomUUID() }), notificationKeys: [signingSecret] };
}
