import type { Generated } from 'kysely';

/** Rows of `migrations/0001-checkout.ts` and `migrations/0002-orders.ts`. */

export interface VouchersTable {
  brand: string;
  code: string;
  used: Generated<bigint>;
}

export interface VoucherUsesTable {
  order_id: string;
  brand: string;
  code: string;
  at: Date;
  released_at: Date | null;
}

export interface SeatPoolsTable {
  pool: string;
  capacity: bigint;
  /** Seats that orders hold; the database keeps it between 0 and `capacity`. */
  taken: bigint;
}

export interface SeatReservationsTable {
  order_id: string;
  pool: string;
  at: Date;
  released_at: Date | null;
}
