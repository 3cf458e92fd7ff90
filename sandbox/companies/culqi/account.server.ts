import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { keysOf, type NotificationKeys, type SandboxSecrets } from '../../runtime/contracts.ts';

const contract = z.object({ publicKey: z.string(), secretKey: z.string(), notificationSecret: z.string() });

/** The contract of tests that start the sandbox by themselves. */
export const testContract = {
  publicKey: 'pk_test_sandbox-culqi',
  secretKey: 'sk_test_sandbox-culqi',
  notificationSecret: 'sandbox-culqi-notification-key',
};

interface CulqiAccount {
  readonly publicKey: string;
  readonly secretKey: string;
  readonly notificationKeys: NotificationKeys;
}

/** Without a contract the keys are random, so that no caller has them. */
export function accountOf({ companies }: SandboxSecrets): CulqiAccount {
  const given = contract.nullish().parse(companies['culqi']);
  return {
    publicKey: given?.publicKey ?? randomUUID(),
    secretKey: given?.secretKey ?? randomUUID(),
    notificationKeys: keysOf(given?.notificationSecret ?? randomUUID()),
  };
}
