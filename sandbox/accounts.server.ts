import { randomUUID } from 'node:crypto';
/** Who receives Pix money at an account: what a payer's bank shows, and the key that names the account. */
export interface Payee {
  readonly key: string;
  readonly name: string;
  readonly document: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
}

/** First the key that signs today, then older ones that a receiver may still accept while keys are changed. */
export type NotificationKeys = readonly [string, ...string[]];

/** The school's contracts with the outside world, as both sides know them. */
export interface SandboxAccounts {
  readonly acquirer: {
    readonly merchant: string;
    readonly secret: string;
    readonly notificationKeys: NotificationKeys;
  };
  readonly pixBank: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly notificationKeys: NotificationKeys;
    readonly payee: Payee;
  };
  readonly slipBank: {
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
  };
  readonly mPesa: { readonly apiKey: string; readonly serviceProviderCode: string };
  readonly nuPay: {
    readonly merchantKey: string;
    readonly merchantToken: string;
    readonly notificationKeys: NotificationKeys;
  };
  readonly culqi: {
    readonly publicKey: string;
    readonly secretKey: string;
    readonly notificationKeys: NotificationKeys;
  };
  readonly pagarme: {
    readonly secretKey: string;
    readonly publicKey: string;
    /** Each `user:password`. */
    readonly notificationKeys: NotificationKeys;
    /** The addresses that its panel has for messages. */
    readonly hooks: readonly string[];
  };
  readonly sms: { readonly user: string; readonly password: string };
  readonly pointsClub: { readonly user: string; readonly password: string };
}

/** The school's own settings of its contracts, by the company's folder. Absent or null: there is no contract. */
interface SandboxContracts {
  readonly 'test-acquirer': { readonly merchant: string; readonly secret: string; readonly notificationSecret: string };
  readonly 'pix-bcb': {
    readonly clientId: string;
    readonly clientSecret: string;
    /** The Pix key of the school's account. */
    readonly key: string;
    readonly notificationSecret: string;
  };
  readonly 'slip-bank': { readonly user: string; readonly secret: string; readonly notificationSecret: string };
  readonly 'm-pesa-vodacom'?: { readonly apiKey: string; readonly serviceProviderCode: string } | null;
  readonly nupay?: { readonly merchantKey: string; readonly merchantToken: string } | null;
  readonly culqi?: {
    readonly publicKey: string;
    readonly secretKey: string;
    readonly notificationSecret: string;
  } | null;
  readonly pagarme?: {
    readonly secretKey: string;
    readonly publicKey: string;
    readonly notificationUser: string;
    readonly notificationSecret: string;
  } | null;
  readonly 'sms-http': { readonly user: string; readonly secret: string };
  readonly 'points-club'?: { readonly user: string; readonly secret: string } | null;
}

/** The part of the product's own settings that both sides of a contract know. */
export interface SandboxSecrets {
  readonly companies: SandboxContracts;
  /** The school's shop, for companies that post their messages where their panel says. */
  readonly publicOrigin?: string;
  /** Secret of every property; null where there is no common one, and then nothing is taken. */
  readonly analytics?: { readonly commonSecret: string | null };
  /** Key of the secrets by which the schools know the shop's messages; absent, they believe none until one is pasted. */
  readonly webhookKey?: string;
}

/** Secrets for tests that start the sandbox by themselves. */
export const sandboxSecrets = {
  companies: {
    'test-acquirer': {
      merchant: 'sandbox-merchant',
      secret: 'sandbox-acquirer-secret',
      notificationSecret: 'sandbox-acquirer-notification-key',
    },
    'pix-bcb': {
      clientId: 'sandbox-pix-client',
      clientSecret: 'sandbox-pix-secret',
      key: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
      notificationSecret: 'sandbox-pix-notification-key',
    },
    'slip-bank': {
      user: 'sandbox-slip-user',
      secret: 'sandbox-slip-secret',
      notificationSecret: 'sandbox-slip-notification-key',
    },
    'm-pesa-vodacom': { apiKey: 'sandbox-m-pesa-api-key', serviceProviderCode: '171717' },
    nupay: { merchantKey: 'sandbox-nupay-key', merchantToken: 'sandbox-nupay-token' },
    culqi: {
      publicKey: 'pk_test_sandbox-culqi',
      secretKey: 'sk_test_sandbox-culqi',
      notificationSecret: 'sandbox-culqi-notification-key',
    },
    pagarme: {
      secretKey: 'sk_test_sandbox-pagarme',
      publicKey: 'pk_test_sandbox-pagarme',
      notificationUser: 'sandbox-pagarme',
      notificationSecret: 'sandbox-pagarme-notification-password',
    },
    'sms-http': { user: 'sandbox-sms-user', secret: 'sandbox-sms-secret' },
    'points-club': { user: 'sandbox-points-user', secret: 'sandbox-points-secret' },
  },
  analytics: { commonSecret: 'sandbox-analytics-secret' },
} satisfies SandboxSecrets;

/** What NuPay's pair of keys is made of: only its public half is ever given away. */
export const nuPaySigningSecret = 'sandbox-nupay-signing-secret';

const school = {
  name: 'Escola Matrícula Ltda',
  document: '12345678000195',
  street: 'Rua das Oficinas, 120',
  city: 'São Paulo',
  state: 'SP',
  postalCode: '01310100',
} as const;

/** The other side of the school's contracts. */
export function accountsOf(secrets: SandboxSecrets): SandboxAccounts {
  const { 'test-acquirer': acquirer, 'pix-bcb': pix, 'slip-bank': slip, nupay: nuPay } = secrets.companies;
  const { 'm-pesa-vodacom': mPesa, 'sms-http': sms, 'points-club': points } = secrets.companies;
  return {
    acquirer: {
      merchant: acquirer.merchant,
      secret: acquirer.secret,
      notificationKeys: keysOf(acquirer.notificationSecret),
    },
    pixBank: {
      clientId: pix.clientId,
      clientSecret: pix.clientSecret,
      notificationKeys: keysOf(pix.notificationSecret),
      payee: { key: pix.key, ...school },
    },
    slipBank: {
      user: slip.user,
      password: slip.secret,
      notificationKeys: keysOf(slip.notificationSecret),
      bank: '237',
      agency: '1234',
      account: '0056789',
      wallet: '09',
      payee: { key: 'cobranca@banco-jequitiba.example', ...school },
    },
    mPesa: { apiKey: mPesa?.apiKey ?? randomUUID(), serviceProviderCode: mPesa?.serviceProviderCode ?? '' },
    nuPay: {
      merchantKey: nuPay?.merchantKey ?? '',
      merchantToken: nuPay?.merchantToken ?? randomUUID(),
      notificationKeys: [nuPaySigningSecret],
    },
    pagarme: pagarmeAccount(secrets),
    culqi: culqiAccount(secrets),
    sms: { user: sms.user, password: sms.secret },
    pointsClub: { user: points?.user ?? '', password: points?.secret ?? randomUUID() },
  };
}

/** It posts every message to both addresses: cards and slips are two contracts in the shop's eyes. */
function culqiAccount({ companies: { culqi } }: SandboxSecrets): SandboxAccounts['culqi'] {
  return {
    publicKey: culqi?.publicKey ?? randomUUID(),
    secretKey: culqi?.secretKey ?? randomUUID(),
    notificationKeys: keysOf(culqi?.notificationSecret ?? randomUUID()),
  };
}

function pagarmeAccount({ companies: { pagarme }, publicOrigin }: SandboxSecrets): SandboxAccounts['pagarme'] {
  const folder = `${publicOrigin}/api/v1/notifications`;
  const named = (password: string): string => `${pagarme?.notificationUser ?? ''}:${password}`;
  const withUser = ([today, ...older]: NotificationKeys): NotificationKeys => [named(today), ...older.map(named)];
  return {
    secretKey: pagarme?.secretKey ?? randomUUID(),
    publicKey: pagarme?.publicKey ?? randomUUID(),
    notificationKeys: withUser(keysOf(pagarme?.notificationSecret ?? randomUUID())),
    hooks: publicOrigin === undefined ? [] : [`${folder}/pagarme`, `${folder}/pagarme-slip`],
  };
}

/** While keys are changed a secret is two, the one of today first, with a comma between them. */
function keysOf(secret: string): NotificationKeys {
  const [today = secret, ...older] = secret.split(',');
  return [today, ...older];
}
