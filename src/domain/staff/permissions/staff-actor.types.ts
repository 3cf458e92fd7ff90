import type { Role } from './roles.data.ts';

/** The scope of a grant that is in force: everything, one brand, one unit of a brand, or one seller of a brand. */
export type EffectiveScope = '*' | `brand:${string}` | `unit:${string}/${string}` | `seller:${string}/${string}`;

/** The scope as it is stored. A business stands for its brands of today, into which it is expanded when its person is read. */
export type Scope = EffectiveScope | `business:${string}`;

/** A role within a scope. What a person may do is the union of their grants; there are no denials. */
export interface Grant {
  readonly role: Role;
  readonly scope: EffectiveScope;
  /** When it ends by itself; null: never. */
  readonly until: Date | null;
}

/** A signed-in person, as every command of the console is handed them. */
export interface StaffActor {
  readonly accountId: string;
  /** Their name in records: `staff:<account id>`. */
  readonly actor: string;
  readonly name: string;
  readonly email: string;
  readonly sessionId: string;
  /** The network of their address: an IPv4 /24 or an IPv6 /48. */
  readonly ipGroup: string;
  readonly grants: readonly Grant[];
}

/** What a permission is asked for: always of one brand, `null` where a unit or a seller has no part in it. */
export interface PermissionSubject {
  readonly brand: string;
  readonly unit?: string | null;
  readonly seller?: string | null;
}

/** All that a person may see with one permission, as a filter for lists. The three lists of `some` are alternatives. */
export type StaffScope =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'some';
      readonly brands: readonly string[];
      readonly units: readonly { readonly brand: string; readonly unit: string }[];
      readonly sellers: readonly { readonly brand: string; readonly seller: string }[];
    }
  | { readonly kind: 'none' };
