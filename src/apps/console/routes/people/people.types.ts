import type { SaleItem } from '../sales/sale-item.types.ts';
import type { SubscriptionItem } from '../subscriptions/subscriptions.types.ts';

/** What a person is known by. */
export interface PersonData {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly document: string | null;
}

/** Answer of `GET /data/people/:leadId`: everything of one e-mail or document at the reader's brands; instants ISO 8601 in UTC. */
export interface PersonPage {
  readonly leadId: string;
  readonly brand: string;
  readonly isErased: boolean;
  /** Masked. */
  readonly person: PersonData;
  /** The newest 200. */
  readonly sales: readonly SaleItem[];
  readonly subscriptions: readonly SubscriptionItem[];
  readonly instruments: readonly {
    readonly id: string;
    readonly brand: string;
    readonly last4: string;
    readonly expiry: string;
    readonly createdAt: string;
    readonly deletedAt: string | null;
  }[];
  readonly consents: readonly {
    readonly kind: string;
    readonly accepted: boolean;
    readonly label: string;
    readonly at: string;
  }[];
  readonly emails: readonly {
    readonly id: string;
    readonly orderId: string;
    readonly kind: string;
    readonly state: 'waiting' | 'sent' | 'not-needed' | 'given-up';
    readonly createdAt: string;
    readonly sentAt: string | null;
  }[];
  readonly links: readonly { readonly subjectId: string; readonly createdAt: string; readonly expiresAt: string }[];
}
