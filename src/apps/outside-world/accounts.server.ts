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
export interface OutsideAccounts {
  readonly acquirer: { readonly merchant: string; readonly secret: string; readonly notificationKeys: NotificationKeys };
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
}

/**
 * The well-known contracts of the sandbox, as a provider publishes test credentials.
 * They open nothing but this stand-in, which listens on the machine itself only.
 */
export const sandboxAccounts: OutsideAccounts = {
  acquirer: {
    merchant: 'sandbox-merchant',
    secret: 'sandbox-acquirer-secret',
    notificationKeys: ['sandbox-acquirer-notification-key-2', 'sandbox-acquirer-notification-key-1'],
  },
  pixBank: {
    clientId: 'sandbox-pix-client',
    clientSecret: 'sandbox-pix-secret',
    notificationKeys: ['sandbox-pix-notification-key-2', 'sandbox-pix-notification-key-1'],
    payee: {
      key: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
      name: 'Escola Matricula Ltda',
      document: '12345678000195',
      street: 'Rua das Oficinas, 120',
      city: 'Sao Paulo',
      state: 'SP',
      postalCode: '01310100',
    },
  },
  slipBank: {
    user: 'sandbox-slip-user',
    password: 'sandbox-slip-password',
    notificationKeys: ['sandbox-slip-notification-key-2', 'sandbox-slip-notification-key-1'],
    bank: '237',
    agency: '1234',
    account: '0056789',
    wallet: '09',
    payee: {
      key: 'cobranca@banco-jequitiba.example',
      name: 'Escola Matricula Ltda',
      document: '12345678000195',
      street: 'Rua das Oficinas, 120',
      city: 'Sao Paulo',
      state: 'SP',
      postalCode: '01310100',
    },
  },
};
