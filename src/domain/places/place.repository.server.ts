import type { JsonObject } from '#src/kernel/json/json.ts';
import { later } from '#src/kernel/db/pipeline.server.ts';
import type { Db } from '../context.server.ts';
import { type ChosenPlace, type PlaceKind, placeKinds } from './place.types.ts';

interface PlaceRow {
  readonly kind: string;
  readonly place_id: string;
  readonly name: string;
  readonly detail: JsonObject;
}

const columns = ['kind', 'place_id', 'name', 'detail'] as const;

function toPlaces(rows: readonly PlaceRow[]): ChosenPlace[] {
  return rows.flatMap((row) => {
    const kind = placeKinds.find((one) => one === row.kind);
    const text = (name: string): string => String(row.detail[name] ?? '');
    if (kind === undefined) return [];
    return [
      {
        kind,
        id: row.place_id,
        name: row.name,
        address: text('address'),
        city: text('city'),
        region: text('region'),
        country: text('country'),
      },
    ];
  });
}

function detailOf({ address, city, region, country }: ChosenPlace): string {
  return JSON.stringify({ address, city, region, country });
}

/** What the buyer of a session has chosen so far. */
export async function placesOfSession(db: Db, sessionId: string): Promise<readonly ChosenPlace[]> {
  return toPlaces(await db.selectFrom('session_places').select(columns).where('session_id', '=', sessionId).execute());
}

/**
 * The unit that was chosen in one session is another's too, unless that one has a choice of its own. A seat in an exam room
 * is not: it would be taken twice.
 */
export async function copyUnit(db: Db, fromSessionId: string, toSessionId: string): Promise<void> {
  await later(
    db,
    db
      .insertInto('session_places')
      .columns(['session_id', ...columns, 'chosen_at'])
      .expression((eb) =>
        eb
          .selectFrom('session_places')
          .select([eb.val(toSessionId).as('session_id'), ...columns, 'chosen_at'])
          .where('session_id', '=', fromSessionId)
          .where('kind', '=', 'unit'),
      )
      .onConflict((conflict) => conflict.columns(['session_id', 'kind']).doNothing()),
  );
}

/** What stands on an order. */
export async function placesOfOrder(db: Db, orderId: string): Promise<readonly ChosenPlace[]> {
  return toPlaces(await db.selectFrom('order_places').select(columns).where('order_id', '=', orderId).execute());
}

/** The session's choice of a kind, new or in place of an earlier one. */
export async function writeChoice(db: Db, sessionId: string, place: ChosenPlace, now: Date): Promise<void> {
  const values = { place_id: place.id, name: place.name, detail: detailOf(place), chosen_at: now };
  await db
    .insertInto('session_places')
    .values({ session_id: sessionId, kind: place.kind, ...values })
    .onConflict((conflict) => conflict.columns(['session_id', 'kind']).doUpdateSet(values))
    .execute();
}

/** The order's place of a kind, new or in place of an earlier one. */
export async function writeOrderPlace(db: Db, orderId: string, place: ChosenPlace): Promise<void> {
  const values = { place_id: place.id, name: place.name, detail: detailOf(place) };
  await db
    .insertInto('order_places')
    .values({ order_id: orderId, kind: place.kind, ...values })
    .onConflict((conflict) => conflict.columns(['order_id', 'kind']).doUpdateSet(values))
    .execute();
}

export function placeOfKind(places: readonly ChosenPlace[], kind: PlaceKind): ChosenPlace | null {
  return places.find((place) => place.kind === kind) ?? null;
}
