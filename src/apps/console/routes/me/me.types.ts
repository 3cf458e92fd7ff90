import type { EffectiveScope, Permission, Role } from '#src/domain/staff/index.ts';
import type { ConsoleLocale } from '../../words/console-locales.ts';

/** A brand that the person may see anything of. */
export interface MyBrand {
  /** With its variant, as `wise-up.online`. */
  readonly id: string;
  /** As grants and orders name it, without the variant. */
  readonly brand: string;
  readonly name: string;
  /** IANA zone of its market. */
  readonly timeZone: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** A role within a scope, as its holder sees it. */
export interface MyGrant {
  readonly role: Role;
  readonly scope: EffectiveScope;
  /** ISO 8601 in UTC; null: without an end. */
  readonly until: string | null;
}

/** Answer of `GET /data/me`: who is signed in, and what the console may offer them. */
export interface Me {
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly grants: readonly MyGrant[];
  /** Every permission that some grant gives, in whatever scope; the server decides again for every row. */
  readonly permissions: readonly Permission[];
  readonly brands: readonly MyBrand[];
  readonly environment: 'test' | 'homolog' | 'production';
  /** The sandbox's address in test environments; null in production. */
  readonly sandboxOrigin: string | null;
  /** IANA zone of the days that lists and figures of several brands are cut by. */
  readonly timeZone: string;
  readonly locale: ConsoleLocale;
  /** The product's time, ISO 8601 in UTC: in test the sandbox moves it. */
  readonly now: string;
}
