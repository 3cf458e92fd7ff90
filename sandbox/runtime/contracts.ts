/** The school's contracts with companies, as both sides have them. */

/** The part of the product's own settings that the sandbox shares. */
export interface SandboxSecrets {
  /** The contract with each company, by its folder's name; each company reads its own. Absent or null: there is none. */
  readonly companies: Readonly<Record<string, unknown>>;
  /** The school's shop, for companies whose panel has the address of their webhooks. */
  readonly publicOrigin?: string;
  /** The console's registration at the school's directory; without one there is no directory. */
  readonly console?: {
    readonly origin: string;
    readonly oidc: { readonly clientId: string; readonly clientSecret: string };
  } | null;
  /** Secret of every analytics property; null where there is no common one, and then no event is stored. */
  readonly analytics?: { readonly commonSecret: string | null };
  /** Key of the secrets by which schools verify the shop's webhooks; without it they accept none until one is pasted. */
  readonly webhookKey?: string;
}

/** The receiver of Pix money at an account: what a payer's bank shows, and the key that names the account. */
export interface Payee {
  readonly key: string;
  readonly name: string;
  readonly document: string;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
}

/** The school as banks know it. */
export const school: Omit<Payee, 'key'> = {
  name: 'Escola Matrícula Ltda',
  document: '12345678000195',
  street: 'Rua das Oficinas, 120',
  city: 'São Paulo',
  state: 'SP',
  postalCode: '01310100',
};

/** The current signing key first, then older ones that a receiver may still accept during a key change. */
export type NotificationKeys = readonly [string, ...string[]];

/** The keys in a secret: during a key change it is two, the current first, with a comma between them. */
export function keysOf(secret: string): NotificationKeys {
  const [today = secret, ...older] = secret.split(',');
  return [today, ...older];
}
