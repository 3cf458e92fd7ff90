import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { keysOf, type NotificationKeys, type SandboxSecrets } from '../../runtime/contracts.ts';

const contract = z.object({
  secretKey: z.string(),
  publicKey: z.string(),
  notificationUser: z.string(),
  notificationSecret: z.string(),
});

/** The contract of tests that start the sandbox by themselves. */
export const testContract = {
  secretKey: 'sk_test_sandbox-pagarme',
  publicKey: 'pk_test_sandbox-pagarme',
  notificationUser: 'sandbox-pagarme',
  notificationSecret: 'sandbox-pagarme-notification-password',
};

interface PagarmeAccount {
  readonly secretKey: string;
  readonly publicKey: string;
  /** Each `user:password`. */
  readonly notificationKeys: NotificationKeys;
  /** Addresses for webhooks in its panel: cards and slips are two contracts for the shop. */
  readonly hooks: readonly string[];
}

/** Without a contract the keys are random, so that no caller has them. */
export function accountOf({ companies, publicOrigin }: SandboxSecrets): PagarmeAccount {
  const given = contract.nullish().parse(companies['pagarme']);
  const folder = `${publicOrigin}/api/v1/notifications`;
  const named = (password: string): string => `${given?.notificationUser ?? ''}:${password}`;
  const [today, ...older] = keysOf(given?.notificationSecret ?? randomUUID());
  return {
    secretKey: given?.secretKey ?? randomUUID(),
    publicKey: given?.publicKey ?? randomUUID(),
    notificationKeys: [named(today), ...older.map(named)],
    hooks: publicOrigin === undefined ? [] : [`${folder}/pagarme`, `${folder}/pagarme-slip`],
  };
}
