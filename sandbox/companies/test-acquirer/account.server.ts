import { z } from 'zod';
import { keysOf, type NotificationKeys, type SandboxSecrets } from '../../runtime/contracts.ts';

const contract = z.object({ merchant: z.string(), secret: z.string(), notificationSecret: z.string() });

/** The contract of tests that start the sandbox by themselves. */
export const testContract = {
  merchant: 'sandbox-merchant',
  secret: 'sandbox-acquirer-secret',
  notificationSecret: 'sandbox-acquirer-notification-key',
};

interface AcquirerAccount {
  readonly merchant: string;
  readonly secret: string;
  readonly notificationKeys: NotificationKeys;
}

export function accountOf({ companies }: SandboxSecrets): AcquirerAccount {
  const { merchant, secret, notificationSecret } = contract.parse(companies['test-acquirer']);
  return { merchant, secret, notificationKeys: keysOf(notificationSecret) };
}
