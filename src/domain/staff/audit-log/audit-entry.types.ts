import type { AuditAction } from './audit-actions.data.ts';

/** One entry of the audit log, as the caller gives it. */
export interface AuditEntry {
  /** Who: `staff:<account id>`, `token:<name>`, or `system` for what no person did. */
  readonly actor: string;
  /** The session that it was done in; null where there was none. */
  readonly sessionId: string | null;
  readonly action: AuditAction;
  /** What it was done to, as `{ kind: 'order', id: 'ord_…' }`. */
  readonly subject: { readonly kind: string; readonly id: string };
  /** The subject's brand; null for what belongs to none. */
  readonly brand: string | null;
  /**
   * Fields before and after, as JSON. Without personal data, because no erasure reaches it: of a field that holds such data
   * only that it changed.
   */
  readonly detail: Readonly<Record<string, unknown>>;
  /** The reason that the person gave, in their words; an erasure empties it. */
  readonly reason: string | null;
  /** The network of the person's address, never the address itself. */
  readonly ipGroup: string;
  /** `done`; `seen`: somebody looked at it; `refused:<code>`: it was not done. */
  readonly outcome: 'done' | 'seen' | `refused:${string}`;
  /** The approval request, or the pending refund, that it belongs to. */
  readonly approvalId?: string;
}
