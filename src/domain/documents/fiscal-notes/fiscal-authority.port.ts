/** A note that the authority has issued. */
export interface IssuedNote {
  /** Fifty digits. */
  readonly accessKey: string;
  readonly number: string;
  /** Where anybody may look it up. */
  readonly link: string;
  readonly issuedAt: Date;
}

export type IssueAnswer =
  | { readonly kind: 'issued'; readonly note: IssuedNote }
  /** The authority has looked at it and will not take it; the same again is refused again. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** Nothing was done, or nobody knows: asked again later, by the declaration's own number. */
  | { readonly kind: 'unknown'; readonly reason: string };

export type FindAnswer = IssueAnswer | { readonly kind: 'not-found' };

export type CancelAnswer = { readonly kind: 'canceled' } | Exclude<IssueAnswer, { readonly kind: 'issued' }>;

/** Who issues fiscal notes for services: the national system (NFS-e), or its stand-in. */
export interface FiscalAuthority {
  /** `tpAmb`: 1 counts, 2 is a rehearsal. */
  readonly environment: 1 | 2;
  /** Hands in a declaration (DPS, XML). A number that was handed in before is refused; `find` knows what became of it. */
  issue(declaration: string): Promise<IssueAnswer>;
  /** The note that a declaration became, by the declaration's number. */
  find(declarationId: string): Promise<FindAnswer>;
  /** Cancels a note; one that is canceled already is canceled. `request`: the event's XML. */
  cancel(accessKey: string, request: string): Promise<CancelAnswer>;
}
