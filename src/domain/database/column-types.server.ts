import type { ColumnType, JSONColumnType } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';

/** Column types that several tables share. Amounts are bigint minor units; times are UTC instants. */

export type Json<T extends object> = JSONColumnType<T, string, string>;
export type NullableJson<T extends object> = ColumnType<T | null, string | null, string | null>;
/** Null unless it is given. */
export type OptionalJson = ColumnType<JsonObject | null, string | null | undefined, string | null>;
/** A day of the market's calendar, `YYYY-MM-DD`. */
export type Day = ColumnType<string, string, string>;
export type DayOrNull = ColumnType<string | null, string | null | undefined, string | null>;
export type TextOrNull = ColumnType<string | null, string | null | undefined, string | null>;
export type TimeOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** Null unless it is given. */
export type NullUntilSet<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** Written once: no update type, so that the compiler refuses what the database would refuse too. */
export type WriteOnce<T> = ColumnType<T, T, never>;
