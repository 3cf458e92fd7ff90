import { z } from 'zod';
import { keysOf, type NotificationKeys, type Payee, type SandboxSecrets, school } from '../../runtime/contracts.ts';

const contract = z.object({ user: z.string(), secret: z.string(), notificationSecret: z.string() });

/** The contract of tests that start the sandbox by themselves. */
export const testContract = {
  user: 'sandbox-slip-user',
  secret: 'sandbox-slip-secret',
  notificationSecret: 'sandbox-slip-notification-key',
};

interface SlipAccount {
  readonly user: string;
  readonly password: string;
  readonly notificationKeys: NotificationKeys;
  /** Three digits, four digits, seven digits, two digits. */
  readonly bank: string;
  readonly agency: string;
  readonly account: string;
  readonly wallet: string;
  /** The account behind the QR that is printed on a slip. */
  readonly payee: Payee;
}

export function accountOf({ companies }: SandboxSecrets): SlipAccount {
  const { user, secret, notificationSecret } = contract.parse(companies['slip-bank']);
  return {
    user,
    password: secret,
    notificationKeys: keysOf(notificationSecret),
    bank: '237',
    agency: '1234',
    account: '0056789',
    wallet: '09',
    payee: { key: 'cobranca@banco-jequitiba.example', ...school },
  };
}
