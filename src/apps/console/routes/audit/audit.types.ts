/** An entry of the audit log. */
export interface AuditItem {
  readonly id: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** `staff:<id>`, `token:<name>` or `system`. */
  readonly actor: string;
  readonly actorName: string | null;
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly brand: string | null;
  readonly approvalId: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly reason: string | null;
  readonly isReasonErased: boolean;
  readonly ipGroup: string;
  /** `done`, `seen` or `refused:<code>`. */
  readonly outcome: string;
}

/** Answer of `GET /data/audit`, newest first. */
export interface AuditPage {
  readonly entries: readonly AuditItem[];
  /** `after` of the next page; null: there is none. */
  readonly next: string | null;
  /** The last sealed day (UTC); null: none is. */
  readonly sealedUpTo: string | null;
}

/** Answer of `GET /data/audit/verification`. */
export interface AuditVerificationView {
  readonly isWhole: boolean;
  readonly days: number;
  readonly entries: number;
  readonly head: { readonly day: string; readonly hash: string } | null;
  /** `<day>: <problem>`. */
  readonly problems: readonly string[];
}
