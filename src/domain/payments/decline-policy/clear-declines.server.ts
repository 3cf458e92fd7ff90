import { type RawBuilder, sql } from 'kysely';

/**
 * Notes of every refused try of some means that it was approved since. Rows that another approval has in hand are its own to
 * note: two of one means never wait for each other.
 */
export function clearDeclines(instrumentKeys: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    update card_attempts set is_cleared = true where id in (
      select tries.id from card_attempts tries
      left join attempts on attempts.id = tries.attempt_id
      where tries.instrument_key in (${instrumentKeys}) and not tries.is_cleared
        and (tries.outcome = 'refused' or attempts.state = 'declined')
      for update of tries skip locked
    )`;
}
