import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import { leadById, saveLead } from '../../checkout/leads/index.server.ts';
import { checkPhoneCode, phoneCodeState, sendPhoneCode, sweepPhoneCodes } from './index.server.ts';
import { unverifiedLimits } from './sms-budget.repository.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  world = createDomainWorld(database);
  for (const table of ['phone_codes', 'sms_budgets'] as const) await database.db.deleteFrom(table).execute();
});

let people = 0;
/** A lead with a number of its own. */
async function person(phone = `+55119${String(10_000_000 + (people += 10_007)).slice(-8)}`) {
  const { session } = await world.buyer();
  const contact = { name: 'Ana Lima', email: 'ana@example.com', phone, consents: [], ip: '192.0.2.1' };
  return { session, contact, lead: await saveLead(world.ctx, session, contact) };
}
const ask = (leadId: string, ip = '192.0.2.1') =>
  sendPhoneCode(world.ctx, { leadId, ip, words: (code) => `Código ${code}` });
const minute = 60_000;

/** Another code than the one that was sent. */
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a phone code', () => {
  test('goes to the phone in plain letters, and only a keyed hash of it is kept', async () => {
    const { lead } = await person('+5511961234567');
    const sent = accepted(await ask(lead.id));
    const [message] = world.phones.messages;
    expect(message).toMatchObject({ to: '+5511961234567' });
    expect(message?.text).toMatch(/^Codigo (\d{6})\n\n@localhost #\1$/);
    expect(sent.expiresAt.getTime() - sent.resendAt.getTime()).toBe(9 * minute);
    const row = await database.db.selectFrom('phone_codes').selectAll().executeTakeFirstOrThrow();
    expect(row.code_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(world.phones.code());
  });

  test('proves the number once', async () => {
    const { lead } = await person();
    accepted(await ask(lead.id));
    const code = world.phones.code();
    expect(await checkPhoneCode(world.ctx, lead.id, ` ${code.slice(0, 3)} ${code.slice(3)}`)).toBe(true);
    expect((await leadById(database.db, lead.id))?.phoneVerifiedAt).toBeInstanceOf(Date);
    expect(await checkPhoneCode(world.ctx, lead.id, code)).toBe(false);
    expect(await ask(lead.id)).toEqual({ ok: false, error: { code: 'phone-verified' } });
  });

  test('proves nothing about another number that the lead has since', async () => {
    const { lead, session, contact } = await person();
    accepted(await ask(lead.id));
    const code = world.phones.code();
    const { lead: other } = await person();
    await saveLead(world.ctx, session, { ...contact, phone: other.phone });
    expect(await phoneCodeState(world.ctx, { id: lead.id, phone: other.phone })).toBeNull();
    expect(await checkPhoneCode(world.ctx, lead.id, code)).toBe(false);
    await saveLead(world.ctx, session, contact);
    world.clock.advance(minute);
    accepted(await ask(lead.id));
    expect(await checkPhoneCode(world.ctx, lead.id, world.phones.code())).toBe(true);
    await saveLead(world.ctx, session, { ...contact, phone: other.phone });
    expect((await leadById(database.db, lead.id))?.phoneVerifiedAt).toBeNull();
  });

  test('expires after ten minutes', async () => {
    const { lead } = await person();
    accepted(await ask(lead.id));
    world.clock.advance(10 * minute - 5_000);
    expect(await phoneCodeState(world.ctx, lead)).not.toBeNull();
    world.clock.advance(5_000);
    expect(await phoneCodeState(world.ctx, lead)).toBeNull();
    expect(await checkPhoneCode(world.ctx, lead.id, world.phones.code())).toBe(false);
  });

  test('is replaced by the next one', async () => {
    const { lead } = await person();
    accepted(await ask(lead.id));
    const first = world.phones.code();
    world.clock.advance(minute);
    accepted(await ask(lead.id));
    const isNew = first !== world.phones.code();
    expect(isNew && (await checkPhoneCode(world.ctx, lead.id, first))).toBe(false);
    expect(await checkPhoneCode(world.ctx, lead.id, world.phones.code())).toBe(true);
  });

  test('belongs to its lead', async () => {
    const [one, other] = [await person(), await person()];
    accepted(await ask(one.lead.id));
    expect(await checkPhoneCode(world.ctx, other.lead.id, world.phones.code())).toBe(false);
    expect(await checkPhoneCode(world.ctx, 'led_nobody', world.phones.code())).toBe(false);
  });
});

describe('guesses', () => {
  test('a code bears five, however many come at once', async () => {
    const { lead } = await person();
    accepted(await ask(lead.id));
    const code = world.phones.code();
    const guesses = Array.from({ length: 30 }, () => checkPhoneCode(world.ctx, lead.id, wrong(code)));
    expect(await Promise.all(guesses)).not.toContain(true);
    const row = await database.db.selectFrom('phone_codes').selectAll().executeTakeFirstOrThrow();
    expect([row.tries, row.closed_at === null]).toEqual([5, false]);
    expect(await checkPhoneCode(world.ctx, lead.id, code)).toBe(false);
  });

  test('the fifth guess may be right; a text without six digits is no guess', async () => {
    const { lead } = await person();
    accepted(await ask(lead.id));
    const code = world.phones.code();
    for (let tries = 0; tries < 4; tries += 1) await checkPhoneCode(world.ctx, lead.id, wrong(code));
    for (const typed of ['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦']) {
      expect(await checkPhoneCode(world.ctx, lead.id, typed)).toBe(false);
    }
    expect(await checkPhoneCode(world.ctx, lead.id, code)).toBe(true);
  });
});

describe('the budgets of text messages', () => {
  test('one a minute for a phone, whoever asks for it, also all at once', async () => {
    freezeClock();
    const [one, other] = [await person('+5511961239999'), await person('+5511961239999')];
    const answers = await Promise.all([one, other, one, other].map(({ lead }) => ask(lead.id)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const refused = answers.find(({ ok }) => !ok);
    expect(refused).toMatchObject({ error: { code: 'too-soon', retryAfterSeconds: 60 } });
    world.clock.advance(59_000);
    expect(await ask(other.lead.id)).toMatchObject({ error: { code: 'too-soon', retryAfterSeconds: 1 } });
    world.clock.advance(1_000);
    accepted(await ask(other.lead.id));
  });

  test('three an hour and five a day for a phone', async () => {
    const { lead } = await person();
    const granted = async (tries: number): Promise<number> => {
      let count = 0;
      for (let index = 0; index < tries; index += 1) {
        world.clock.advance(minute);
        if ((await ask(lead.id, `192.0.2.${(people += 1) % 250}`)).ok) count += 1;
      }
      return count;
    };
    startOfDay();
    expect(await granted(6)).toBe(3);
    world.clock.advance(60 * minute);
    expect(await granted(6)).toBe(2);
    world.clock.advance(24 * 60 * minute);
    expect(await granted(1)).toBe(1);
  });

  test('five an hour for an address, of IPv6 for its network', async () => {
    startOfDay();
    const answers = [];
    for (let index = 0; index < 8; index += 1) {
      answers.push(await ask((await person()).lead.id, `2001:db8:1:2:${index}::${index + 1}`));
    }
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5);
    expect(answers.at(-1)).toEqual({ ok: false, error: { code: 'too-many' } });
    accepted(await ask((await person()).lead.id, '2001:db8:1:3::1'));
  });

  test('nine addresses that use up their limits and enter no code do not keep others from buying', async () => {
    startOfDay();
    let number = 0;
    const next = async () => (await person(`+55119${String(70_000_000 + 10_007 * (number += 1))}`)).lead.id;
    let sent = 0;
    for (let round = 0; round < 5; round += 1)
      for (let address = 1; address <= 9; address += 1)
        if ((await ask(await next(), `198.51.100.${address}`)).ok) sent += 1;
    expect(sent).toBe(unverifiedLimits.again);
    for (let buyer = 1; buyer <= 10; buyer += 1) accepted(await ask(await next(), `203.0.113.${buyer}`));
  });

  test('S-12 numbers in a row spend one budget', async () => {
    startOfDay();
    let sent = 0;
    for (let number = 0; number < 14; number += 1) {
      const { lead } = await person(`+551197777${String(1000 + number)}`);
      if ((await ask(lead.id, `198.51.100.${number}`)).ok) sent += 1;
    }
    expect(sent).toBe(10);
  });

  test('no message goes to numbers outside the markets, nor to fixed lines', async () => {
    for (const phone of ['+351912345678', '+551131234567', '+447911123456']) {
      const { lead } = await person(phone);
      expect(await ask(lead.id)).toEqual({ ok: false, error: { code: 'phone-not-served' } });
    }
    expect(world.phones.messages).toEqual([]);
  });

  test('a message that was certainly not sent counts nothing; one that may have been sent does', async () => {
    const { lead } = await person();
    world.phones.outcome = 'rejected';
    for (let index = 0; index < 7; index += 1) {
      expect(await ask(lead.id)).toEqual({ ok: false, error: { code: 'sms-unreachable' } });
    }
    world.phones.outcome = 'unknown';
    accepted(await ask(lead.id));
    expect(await ask(lead.id)).toMatchObject({ error: { code: 'too-soon' } });
    expect(await checkPhoneCode(world.ctx, lead.id, world.phones.code())).toBe(true);
  });

  test('neither numbers nor addresses are kept longer than they are needed', async () => {
    const { lead } = await person('+5511961231111');
    accepted(await ask(lead.id, '192.0.2.77'));
    const budgets = await database.db.selectFrom('sms_budgets').select(['subject', 'period']).execute();
    expect(budgets).toHaveLength(8);
    expect(JSON.stringify(budgets)).not.toMatch(/961231111|192\.0\.2/);
    world.clock.advance(31 * 24 * 60 * minute);
    await sweepPhoneCodes(world.ctx);
    expect(await database.db.selectFrom('sms_budgets').select('subject').execute()).toEqual([]);
    expect(await database.db.selectFrom('phone_codes').select('id').execute()).toEqual([]);
  });
});

/** Moves on to the beginning of a day, so that no hour or day ends in the middle of a test. */
function startOfDay(): void {
  const day = 24 * 60 * minute;
  world.clock.advance(day - (world.clock.now().getTime() % day));
}
