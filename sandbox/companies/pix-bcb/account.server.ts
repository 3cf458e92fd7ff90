import { z } from 'zod';
import { keysOf, type NotificationKeys, type Payee, type SandboxSecrets, school } from '../../runtime/contracts.ts';

const contract = z.object({
  clientId: z.string(),
  clientSecret: z.string(),
  /** The Pix key of the school's account. */
  key: z.string(),
  notificationSecret: z.string(),
});

/** The contract of tests that start the sandbox by themselves. */
export const testContract = {
  clientId: 'sandbox-pix-client',
  clientSecret: 'sandbox-pix-secret',
  key: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  notificationSecret: 'sandbox-pix-notification-key',
};

interface PixAccount {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly notificationKeys: NotificationKeys;
  readonly payee: Payee;
}

export function accountOf({ companies }: SandboxSecrets): PixAccount {
  const { clientId, clientSecret, key, notificationSecret } = contract.parse(companies['pix-bcb']);
  return { clientId, clientSecret, notificationKeys: keysOf(notificationSecret), payee: { key, ...school } };
}
