import type { JsonObject } from '#src/kernel/json/json.ts';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import type { Db } from '../../base-context.server.ts';
import { type ChosenLocation, type LocationKind, locationKinds } from './location.types.ts';

interface LocationRow {
  readonly kind: string;
  readonly location_id: string;
  readonly name: string;
  readonly detail: JsonObject;
}

const columns = ['kind', 'location_id', 'name', 'detail'] as const;

function toLocations(rows: readonly LocationRow[]): ChosenLocation[] {
  return rows.flatMap((row) => {
    const kind = locationKinds.find((one) => one === row.kind);
    const text = (name: string): string => String(row.detail[name] ?? '');
    if (kind === undefined) return [];
    return [
      {
        kind,
        id: row.location_id,
        name: row.name,
        address: text('address'),
        city: text('city'),
        region: text('region'),
        country: text('country'),
      },
    ];
  });
}

function detailOf({ address, city, region, country }: ChosenLocation): string {
  return JSON.stringify({ address, city, region, country });
}

/** The locations that the buyer of a session has chosen so far. */
export async function locationsOfSession(db: Db, sessionId: string): Promise<readonly ChosenLocation[]> {
  return toLocations(
    await db.selectFrom('session_locations').select(columns).where('session_id', '=', sessionId).execute(),
  );
}

/**
 * Copies the unit that was chosen in one session to another, unless that one has a choice of its own. A test location is not
 * copied: its seat would be reserved twice.
 */
export async function copyUnit(db: Db, fromSessionId: string, toSessionId: string): Promise<void> {
  await deferred(
    db,
    db
      .insertInto('session_locations')
      .columns(['session_id', ...columns, 'chosen_at'])
      .expression((eb) =>
        eb
          .selectFrom('session_locations')
          .select([eb.val(toSessionId).as('session_id'), ...columns, 'chosen_at'])
          .where('session_id', '=', fromSessionId)
          .where('kind', '=', 'unit'),
      )
      .onConflict((conflict) => conflict.columns(['session_id', 'kind']).doNothing()),
  );
}

/** The locations of an order. */
export async function locationsOfOrder(db: Db, orderId: string): Promise<readonly ChosenLocation[]> {
  return toLocations(await db.selectFrom('order_locations').select(columns).where('order_id', '=', orderId).execute());
}

/** Stores a session's choice of a kind, in place of an earlier one. */
export async function saveSessionLocation(
  db: Db,
  sessionId: string,
  location: ChosenLocation,
  now: Date,
): Promise<void> {
  const values = { location_id: location.id, name: location.name, detail: detailOf(location), chosen_at: now };
  await db
    .insertInto('session_locations')
    .values({ session_id: sessionId, kind: location.kind, ...values })
    .onConflict((conflict) => conflict.columns(['session_id', 'kind']).doUpdateSet(values))
    .execute();
}

/** Deletes what the buyers of these sessions chose; an order keeps the location that it was made with. */
export async function eraseSessionLocations(db: Db, sessionIds: readonly string[]): Promise<void> {
  await db.deleteFrom('session_locations').where('session_id', 'in', sessionIds).execute();
}

/** Stores an order's location of a kind, in place of an earlier one. */
export async function saveOrderLocation(db: Db, orderId: string, location: ChosenLocation): Promise<void> {
  const values = { location_id: location.id, name: location.name, detail: detailOf(location) };
  await db
    .insertInto('order_locations')
    .values({ order_id: orderId, kind: location.kind, ...values })
    .onConflict((conflict) => conflict.columns(['order_id', 'kind']).doUpdateSet(values))
    .execute();
}

export function locationOfKind(locations: readonly ChosenLocation[], kind: LocationKind): ChosenLocation | null {
  return locations.find((location) => location.kind === kind) ?? null;
}
