/** A person of the staff, as the directory knows them. */
export interface StaffAccount {
  readonly id: string;
  readonly issuer: string;
  /** The directory's id of the person; with the issuer it is what identifies them. */
  readonly subject: string;
  /** Only shown: the directory may change it. */
  readonly email: string;
  readonly name: string;
  /** BCP 47, as the console's words are in. */
  readonly locale: string;
  /** The name in `OPERATOR_TOKENS` that they hold too; null: none. */
  readonly tokenName: string | null;
  /** When they asked for access, having none; null: they did not. */
  readonly accessRequestedAt: Date | null;
  readonly createdAt: Date;
  /** Their last sign-in; null: there was none yet. */
  readonly signedInAt: Date | null;
  readonly leftAt: Date | null;
}

/** What the directory says of a person. */
export type StaffIdentity = Pick<StaffAccount, 'issuer' | 'subject' | 'email' | 'name' | 'locale'>;
