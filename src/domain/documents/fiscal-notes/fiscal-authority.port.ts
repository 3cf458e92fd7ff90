/** A note that the authority has issued. */
export interface IssuedNote {
  /** Fifty digits. */
  readonly accessKey: string;
  readonly number: string;
  /** The public address of the note. */
  readonly link: string;
  readonly issuedAt: Date;
}

export type IssueAnswer =
  | { readonly kind: 'issued'; readonly note: IssuedNote }
  /** The authority refused it; the same declaration would be refused again. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** Nothing was done, or the outcome is unknown: looked up later, by the declaration's own number. */
  | { readonly kind: 'unknown'; readonly reason: string };

export type FindAnswer = IssueAnswer | { readonly kind: 'not-found' };

export type CancelAnswer = { readonly kind: 'canceled' } | Exclude<IssueAnswer, { readonly kind: 'issued' }>;

/** The issuer of fiscal notes for services: the national system (NFS-e), or its stand-in. */
export interface FiscalAuthority {
  /** `tpAmb`: 1 counts, 2 is a rehearsal. */
  readonly environment: 1 | 2;
  /** Submits a declaration (DPS, XML). A number that was submitted before is refused; `find` returns its note. */
  issue(declaration: string): Promise<IssueAnswer>;
  /** The note that a declaration became, by the declaration's number. */
  find(declarationId: string): Promise<FindAnswer>;
  /** Cancels a note; one that is canceled already is canceled. `request`: the event's XML. */
  cancel(accessKey: string, request: string): Promise<CancelAnswer>;
}
