import type { Role, Scope } from '#src/domain/staff/index.ts';

/** A grant in force, as the people's leads see it. Times are ISO 8601 in UTC. */
export interface StaffGrantView {
  readonly id: string;
  readonly role: Role;
  readonly scope: Scope;
  /** Null: without an end. */
  readonly until: string | null;
  /** `directory`: it is changed in the directory's groups only. */
  readonly source: 'console' | 'directory' | 'first';
  /** Names; null: the directory or a printed link. */
  readonly grantedBy: string | null;
  readonly approvedBy: string | null;
  readonly grantedAt: string;
}

/** A person of the staff. */
export interface StaffPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly tokenName: string | null;
  /** They have no role and asked for one. */
  readonly accessRequestedAt: string | null;
  /** Null: they have never signed in. */
  readonly signedInAt: string | null;
  readonly leftAt: string | null;
  readonly isOwn: boolean;
  readonly grants: readonly StaffGrantView[];
}

/** Answer of `GET /data/staff`. */
export interface StaffList {
  readonly people: readonly StaffPerson[];
  /** What may be given as a scope: brands and businesses. */
  readonly brands: readonly string[];
  readonly businesses: readonly string[];
  /** Roles that wait for a second person. */
  readonly approvedRoles: readonly Role[];
}

/** Answer of a grant: given, or waiting for a second person. */
export type GrantAnswer = { readonly state: 'given' } | { readonly state: 'waiting'; readonly approvalId: string };
