import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { knownCookie, openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

const query = 'product=wup&route=livelo';
const accrual = 'product=wup&route=livelo-accrual';
const cpf = '390.533.447-05';
const headers = { cookie: knownCookie };
const shown = (path: string, link = query) => stage.get(`${path}?${link}`, headers);
const body = async (path: string, link = query): Promise<string> => (await shown(path, link)).body;
const post = (path: string, form: Record<string, string>, link = query) => stage.post(`${path}?${link}`, form);
const whereTo = async (answer: Promise<{ statusCode: number; headers: { location?: string | undefined } }>) => {
  const { statusCode, headers: head } = await answer;
  return `${statusCode} ${head.location?.split('?')[0]}`;
};

const lead = { name: 'Maria da Silva', email: 'maria@example.com', phone: '(11) 96123-4567', country: 'BR' };

/** Every test begins with a lead and without a member, an hour after the last. */
beforeEach(async () => {
  stage.points.down = null;
  stage.points.balance = 24_500;
  await stage.database.db.deleteFrom('points_links').execute();
  await stage.database.db.deleteFrom('points_budgets').execute();
  await post('/lead', lead);
});

const identify = () => post('/livelo/cpf', { cpf });
const send = (device = 'phone') => post('/livelo/select-device', { device });
const enter = (code: string) => post('/livelo/code', { code });
async function prove(): Promise<void> {
  expect(await whereTo(identify())).toBe('303 /livelo/select-device');
  expect(await whereTo(send())).toBe('303 /livelo/code');
  expect(await whereTo(enter('123456'))).toBe('303 /livelo/payment-method');
}

describe('the way to use points', () => {
  test('goes step by step, and no step can be jumped over', async () => {
    expect(await whereTo(post('/lead', lead))).toBe('303 /livelo/cpf');
    for (const path of ['select-device', 'code', 'payment-method', 'payment', 'error'])
      expect(await whereTo(shown(`/livelo/${path}`))).toBe('307 /livelo/cpf');
    await identify();
    expect(await whereTo(shown('/livelo/code'))).toBe('307 /livelo/select-device');
    expect(await whereTo(shown('/livelo/payment-method'))).toBe('307 /livelo/error');
    await send();
    expect(await whereTo(shown('/livelo/payment-method'))).toBe('307 /livelo/code');
    expect(await whereTo(shown('/livelo/payment'))).toBe('307 /livelo/code');
    await enter('123456');
    expect(await whereTo(shown('/livelo/payment'))).toBe('307 /livelo/payment-method');
    // All points are preselected: the buyer need not guess a number.
    expect(await body('/livelo/payment-method')).toContain('"points":24500}');
    expect(await whereTo(post('/livelo/payment-method', { points: '12.500' }))).toBe('303 /livelo/payment');
    expect(await body('/livelo/payment')).toMatch(
      /"parts":\{"points":"12\.500","inPoints":"R\$\s390,62","inMoney":"R\$\s749,38","whole":"R\$\s1\.140,00"\}/,
    );
    // The rest after the points is paid on the same page, and the summary shows it.
    const summary = /narrow ([^<]*)</.exec(await body('/livelo/payment'))?.[1]?.replaceAll('\u00a0', ' ');
    expect(summary?.trim()).toBe('R$ 749,38');
    expect(await body('/livelo/payment-method')).toMatch(/narrow R\$\s1\.140,00/);
    const unsaid = await post('/livelo/payment', {});
    expect(unsaid.statusCode).toBe(422);
    expect(unsaid.body).toContain('"amount":74938');
    expect(unsaid.body).toContain('"errors":{"form":"payment.error.stale"}');
  });

  test('shows masked contacts, keeps nothing in caches, and Back finds each step filled in', async () => {
    await prove();
    await post('/livelo/payment-method', { points: '5000' });
    const pages = await Promise.all(
      ['cpf', 'select-device', 'code', 'payment-method', 'payment'].map((path) => shown(`/livelo/${path}`)),
    );
    for (const page of pages) expect(page.headers['cache-control']).toContain('no-store');
    const [document, device, code, choice] = pages.map((page) => page.body);
    expect(document).toContain('"cpf":"390.533.447-05"');
    expect(device).toContain('"masked":"(••) •••••-4567"');
    expect(device).toContain('"chosen":"phone"');
    expect(code).toContain('"state":"proved"');
    expect(choice).toContain('"points":5000');
    expect(pages.map(({ body: text }) => text).join('')).not.toContain('"token"');
  });

  test('to the end with points alone says of no voucher that it covers the price', async () => {
    stage.points.balance = 36_480;
    await prove();
    await post('/livelo/payment-method', { points: '36480' });
    expect(await body('/livelo/payment')).toMatch(/"isFree":true.*"notice":null/);
  });

  test('writes the document into no address and no log', async () => {
    await identify();
    await post('/livelo/cpf', { cpf: '529.982.247-25' });
    expect(JSON.stringify(stage.logged)).not.toMatch(/39053344705|52998224725|390\.533/);
    expect((await identify()).headers.location).not.toMatch(/\d{3}/);
  });
});

describe('what is wrong', () => {
  test.each([
    ['', 'validation.required'],
    ['390.533.447-06', 'validation.cpf'],
    ['529.982.247-25', 'livelo-cpf.not-member'],
  ])('with the CPF %j is said beside it', async (typed, message) => {
    const answer = await post('/livelo/cpf', { cpf: typed });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain(`"errors":{"cpf":"${message}"}`);
  });

  test.each(['blocked', 'unavailable'] as const)('with the programme (%s) is said above the form', async (down) => {
    stage.points.down = down;
    expect((await identify()).body).toContain(`"errors":{"form":"livelo-cpf.${down}"}`);
  });

  test('with the code is said beside it, twice, and then on a page of its own', async () => {
    await identify();
    await send();
    expect((await enter('12')).body).toContain('"errors":{"code":"phone-verification.code.format"}');
    expect((await enter('000000')).body).toContain('"errors":{"code":"livelo-code.code-wrong"}');
    await enter('000001');
    expect(await whereTo(enter('000002'))).toBe('303 /livelo/error');
    expect(await body('/livelo/error')).toContain('"problem":"locked","again":"/livelo/select-device?');
    expect(await whereTo(enter('123456'))).toBe('303 /livelo/select-device');
  });

  test('with the choice of a contact is said beside it', async () => {
    await identify();
    expect((await send('')).body).toContain('"errors":{"device":"livelo-select-device.missing"}');
    expect((await send('fax')).body).toContain('"errors":{"device":"livelo-select-device.missing"}');
    await send('phone');
    expect(await whereTo(send('phone'))).toBe('303 /livelo/code');
    expect((await send('mail')).body).toContain('"errors":{"form":"livelo-select-device.too-soon"}');
    expect((await post('/livelo/code', { intent: 'send' })).body).toContain('"errors":{"form":"livelo-code.too-soon"}');
    stage.clock.advance(60_000);
    expect(await whereTo(post('/livelo/code', { intent: 'send' }))).toBe('303 /livelo/code');
  });

  test.each([
    ['muitos', 'format'],
    ['500', 'range'],
    ['24.501', 'range'],
  ])('with %s points is said beside them', async (points, message) => {
    await prove();
    const answer = await post('/livelo/payment-method', { points });
    expect(answer.body).toContain(`"errors":{"points":"livelo-payment-method.points.${message}"}`);
  });

  test('with too few points is said, and there is a way on', async () => {
    await prove();
    stage.points.balance = 999;
    expect(await body('/livelo/payment-method')).toContain('"balance":999,"minimum":1000,"choice":null');
    expect(await whereTo(post('/livelo/payment-method', { points: '1000' }))).toBe('303 /livelo/payment-method');
  });

  test('later, points that are gone are chosen again', async () => {
    await prove();
    await post('/livelo/payment-method', { points: '24500' });
    stage.points.balance = 2_000;
    expect(await whereTo(shown('/livelo/payment'))).toBe('307 /livelo/payment-method');
  });

  test('with a programme that goes away is said, and what was proved holds when it is back', async () => {
    await prove();
    stage.points.down = 'unavailable';
    expect(await whereTo(shown('/livelo/payment-method'))).toBe('307 /livelo/error');
    expect(await body('/livelo/error')).toContain('"problem":"unavailable","again":"/livelo/payment-method?');
    stage.points.down = null;
    expect(await body('/livelo/payment-method')).toContain('"balance":24500');
    expect(await whereTo(shown('/livelo/error'))).toBe('307 /livelo/payment-method');
  });

  test('with the time asks for another code', async () => {
    await prove();
    stage.clock.advance(15 * 60_000);
    expect(await whereTo(shown('/livelo/payment-method'))).toBe('307 /livelo/error');
    expect(await body('/livelo/error')).toContain('"problem":"session-over","again":"/livelo/select-device?');
  });
});

describe('without points', () => {
  test.each(['cpf', 'select-device', 'code', 'payment-method', 'payment'])('goes on from %s', async (path) => {
    await prove();
    await post('/livelo/payment-method', { points: '5000' });
    expect(await whereTo(post(`/livelo/${path}`, { intent: 'skip' }))).toBe('303 /payment');
    expect(await stage.database.db.selectFrom('points_links').select('session_id').execute()).toEqual([]);
  });

  test('goes on where no programme serves the market', async () => {
    const mozambique = 'product=ms&lang=pt-mz';
    expect(await whereTo(shown('/livelo/cpf', mozambique))).toBe('307 /lead');
  });
});

describe('points that are earned', () => {
  test('need the document alone, and say how many and when', async () => {
    expect(await body('/livelo/cpf', accrual)).toContain('"wants":"earn","isServed":true,');
    expect(await body('/livelo/cpf', accrual)).toContain('"earned":"2.280"');
    expect(await whereTo(post('/livelo/cpf', { cpf }, accrual))).toBe('303 /livelo/payment');
    for (const path of ['select-device', 'code', 'payment-method'])
      expect(await whereTo(shown(`/livelo/${path}`, accrual))).toBe('307 /livelo/payment');
    const page = await body('/livelo/payment', accrual);
    expect(page).toContain('"standing":"earned","points":"2.280"');
    expect(page).toContain('"creditDays":30');
    expect(await whereTo(post('/livelo/payment', {}, accrual))).toBe('303 /payment');
    const [kept] = await stage.database.db.selectFrom('points_links').selectAll().execute();
    expect(kept).toMatchObject({ kind: 'earn', member_id: 'm1', token: null, joined_at: expect.any(Date) });
  });

  test('are none for a price that a voucher made', async () => {
    const link = `${accrual}&voucher=boas-vindas`;
    await stage.database.db.deleteFrom('quotes').execute();
    await post('/lead', lead, link);
    await post('/livelo/cpf', { cpf }, link);
    expect(await body('/livelo/payment', link)).toContain('"standing":"none"');
  });

  test('are counted later where the programme does not say', async () => {
    await post('/livelo/cpf', { cpf }, accrual);
    stage.points.down = 'unavailable';
    expect(await body('/livelo/payment', accrual)).toContain('"standing":"unknown"');
  });

  test('are another request than to use some: the document is asked for again', async () => {
    await prove();
    expect(await whereTo(shown('/livelo/payment', accrual))).toBe('307 /livelo/cpf');
  });
});
