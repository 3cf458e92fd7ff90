import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knownCookie, openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

const lead = { name: 'Maria da Silva', email: 'maria@example.com', phone: '(11) 96123-4567', country: 'BR' };
const about = { birthDate: '03/05/2012', relationAccount: 'grandparent', guardian: 'yes' };
const saved = (email: string) =>
  stage.database.db
    .selectFrom('leads')
    .select(['birth_date', 'relation_account', 'referrer'])
    .where('email', '=', email)
    .executeTakeFirst();

describe('where somebody else learns', () => {
  const link = '/lead?product=teens';

  test('the payer is asked for the student, what they are to them, and a guardian’s word', async () => {
    expect((await stage.get(link)).body).toContain('"student":{"birthDate":true,"relationAccount":true,"today":"');
    const answer = await stage.post(link, lead);
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toContain(
      '"errors":{"birthDate":"validation.required","relationAccount":"validation.required","guardian":"lead.guardian.missing"}',
    );
  });

  test('the answers go with the lead, the word is kept as it was given, and all is there again', async () => {
    const answer = await stage.post(link, { ...lead, ...about, email: 'avo@example.com' });
    expect(answer.statusCode).toBe(303);
    expect(await saved('avo@example.com')).toMatchObject({ birth_date: '2012-05-03', relation_account: 'grandparent' });
    const consents = await stage.database.db.selectFrom('consents').select(['kind', 'accepted', 'label']).execute();
    expect(consents).toContainEqual({ kind: 'guardian', accepted: true, label: 'lead.guardian' });
    const { body } = await stage.get(link, { cookie: knownCookie });
    expect(body).toContain('"extras":{"birthDate":"03/05/2012","relationAccount":"grandparent","referrer":""}');
  });

  test('a student who is of age needs nobody’s word', async () => {
    const grown = { ...lead, birthDate: '03/05/1990', relationAccount: 'other', email: 'adulto@example.com' };
    expect((await stage.post(link, grown)).statusCode).toBe(303);
    expect(await saved('adulto@example.com')).toMatchObject({ birth_date: '1990-05-03' });
  });
});

describe('where the school asks how the buyer heard of it', () => {
  const link = '/lead?product=wup';

  test('the answer may be left open, and what is not on the list is none', async () => {
    expect((await stage.get(link)).body).toContain('{"id":"instagram","name":"Instagram"}');
    await stage.post(link, { ...lead, email: 'open@example.com' });
    expect(await saved('open@example.com')).toMatchObject({ referrer: null, birth_date: null });
    await stage.post(link, { ...lead, email: 'list@example.com', referrer: 'carrier-pigeon' });
    expect(await saved('list@example.com')).toMatchObject({ referrer: null });
  });

  test('goes with the lead, and comes from the link beforehand', async () => {
    const other = { cookie: `matricula=${'c'.repeat(43)}` };
    const body = (await stage.get(`${link}&referrer=youtube`, other)).body;
    expect(body).toContain('"referrer":"youtube"}');
    expect((await stage.get(`${link}&referrer=nothing`, other)).body).toContain('"referrer":""}');
    await stage.post(link, { ...lead, email: 'insta@example.com', referrer: 'instagram' });
    expect(await saved('insta@example.com')).toMatchObject({ referrer: 'instagram' });
  });

  test('others do not ask', async () => {
    expect((await stage.get('/lead?product=ms')).body).toContain('"student":null,"referrers":[]');
  });
});
