import type { Role, Scope } from '../permissions/index.ts';

/** A grant as it is stored, of whichever person. */
export interface StaffGrant {
  readonly id: string;
  readonly accountId: string;
  readonly role: Role;
  readonly scope: Scope;
  readonly until: Date | null;
  /** `directory`: a group of the directory gives it, and only there it is changed. `first`: a printed link gave it. */
  readonly source: 'console' | 'directory' | 'first';
  /** Account ids. */
  readonly grantedBy: string | null;
  readonly approvedBy: string | null;
  readonly grantedAt: Date;
  readonly endedAt: Date | null;
}

/** A role and a scope that a group of the directory stands for. */
export type DirectoryGrant = Pick<StaffGrant, 'role' | 'scope'>;

/** The brands of a business; none for one that does not exist. */
export type BrandsOfBusiness = (business: string) => readonly string[];
