import { type RawBuilder, sql } from 'kysely';

/**
 * Notes of every refused try of some means that it was approved since. Rows that another approval has in hand are its own to
 * note: two of one means never wait for each other.
 */
export function mendRefused(meansKeys: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    update means_tries set is_mended = true where id in (
      select tries.id from means_tries tries
      left join attempts on attempts.id = tries.attempt_id
      where tries.means_key in (${meansKeys}) and not tries.is_mended
        and (tries.outcome = 'refused' or attempts.state = 'declined')
      for update of tries skip locked
    )`;
}
