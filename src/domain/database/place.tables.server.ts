import type { JSONColumnType } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';

/** Rows of `migrations/0005-places-and-seats.ts`. Times are UTC instants. */

type Json<T extends object> = JSONColumnType<T, string, string>;

export interface SessionPlacesTable {
  session_id: string;
  kind: string;
  place_id: string;
  name: string;
  detail: Json<JsonObject>;
  chosen_at: Date;
}

export interface OrderPlacesTable {
  order_id: string;
  kind: string;
  place_id: string;
  name: string;
  detail: Json<JsonObject>;
}

export interface SeatPoolsTable {
  pool: string;
  capacity: bigint;
  /** Seats that orders hold; the database keeps it between 0 and `capacity`. */
  taken: bigint;
}

export interface SeatHoldsTable {
  order_id: string;
  pool: string;
  at: Date;
  released_at: Date | null;
}
