import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { grantAccess, issueEmailAccess } from '#src/domain/customers/access/index.server.ts';
import { issueMagicLink, linkOpens } from '#src/domain/customers/magic-links/index.server.ts';
import { ensureBuyerAccount, erasureSubject, purchasesOf } from '#src/domain/privacy/index.server.ts';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { buyerLead, type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';

let stage: PagesWorld;
let buyer: PayingBuyer;
let other: PayingBuyer;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());
beforeEach(async () => {
  buyer = await payingBuyer(stage);
  other = await payingBuyer(stage);
});

const query = 'product=ms';
/** Each test has its own buyer, because the tests share a database. */
let count = 0;

/** Buys as a new buyer; returns the account page, and a function that creates e-mail links to it. */
async function bought(by = buyer) {
  count += 1;
  const email = `leaving${String(count)}@example.com`;
  const { to } = await by.post(`/lead?${query}`, { ...buyerLead, email });
  await by.pay(`/payment${to.slice(to.indexOf('?'))}`, 'pix');
  const { ctx } = by.world;
  const page = await ensureBuyerAccount(ctx, ctx.db, { brand: 'meusucesso', email });
  const { id } = page;
  const link = async (): Promise<string> => `/my-purchases/${id}?${query}&t=${await issueMagicLink(ctx, ctx.db, id)}`;
  return { id, page, link };
}

/** Opens a link and returns the address without the secret. */
async function enter(link: string, by: PayingBuyer): Promise<string> {
  const { to } = await by.get(link);
  expect(to).not.toMatch(/[?&]t=/);
  expect((await by.get(to)).page).toBe('purchases');
  return to;
}

test('one press ends the link by which they came, here and in its e-mail; others stay good', async () => {
  const { id, link } = await bought();
  const own = await link();
  const [here, there] = [await enter(own, buyer), await enter(await link(), other)];
  const left = await buyer.post(here, { intent: 'leave' });
  expect(left.to).toMatch(/^\/my-purchases\?product=ms.*left=here/);
  expect([left.headers['set-cookie']].flat().join('\n')).toContain(`matricula-pass-${id}=; Path=/; Max-Age=0`);
  expect((await buyer.get(left.to)).data).toMatchObject({ kind: 'left' });
  expect((await buyer.get(here)).to).toContain('gone=1');
  expect((await buyer.get(own)).to).toContain('gone=1');
  expect((await other.get(there)).page).toBe('purchases');
});

test('one press forgets the e-mail by which they came to the course, whose documents it opens too', async () => {
  const { page, link } = await bought();
  const { ctx } = buyer.world;
  const [purchase] = await purchasesOf(ctx, page);
  if (!purchase) throw new Error('Nothing was bought');
  await grantAccess(ctx.db, purchase.order, ctx.clock.now());
  const letter = await issueEmailAccess(ctx, purchase.order.id);
  expect((await other.get(`/access?${query}&t=${String(letter)}`)).to).toMatch(/^\/access/);
  const { headers } = await other.post(await enter(await link(), other), { intent: 'leave' });
  expect([headers['set-cookie']].flat().join('\n')).toContain('matricula-access=; Path=/; Max-Age=0');
});

test('one press ends every link that was sent before; a new one opens the page again', async () => {
  const { link } = await bought();
  const own = await link();
  const [here, there] = [await enter(own, buyer), await enter(await link(), other)];
  const { to } = await buyer.post(here, { intent: 'leave-everywhere' });
  expect((await buyer.get(to)).data).toMatchObject({ kind: 'left-everywhere' });
  expect((await buyer.get(here)).to).toContain('gone=1');
  for (const address of [there, own]) expect((await other.get(address)).to).toContain('gone=1');
  await enter(await link(), other);
});

test('it ends the links to single purchases and to the erasure as well; those of other people stay good', async () => {
  const [{ id, page, link }, somebody] = [await bought(), await bought(other)];
  const { ctx } = buyer.world;
  const [mine, theirs] = await Promise.all([purchasesOf(ctx, page), purchasesOf(ctx, somebody.page)]);
  const of = (one: typeof mine) => one.map(({ order }) => order.id);
  expect([of(mine), of(theirs)].map(({ length }) => length)).toEqual([1, 1]);
  const secrets = async (subjects: readonly string[]) =>
    Promise.all(subjects.map(async (subject) => ({ subject, secret: await issueMagicLink(ctx, ctx.db, subject) })));
  const [ended, kept] = [
    await secrets([erasureSubject(id), ...of(mine)]),
    await secrets([somebody.id, erasureSubject(somebody.id), ...of(theirs)]),
  ];
  await buyer.post(await enter(await link(), buyer), { intent: 'leave-everywhere' });
  for (const { subject, secret } of ended) expect(await linkOpens(ctx, subject, secret)).toBe(false);
  for (const { subject, secret } of kept) expect(await linkOpens(ctx, subject, secret)).toBe(true);
});

test('sign-out needs a press: no address signs out by being opened', async () => {
  const { link } = await bought();
  const here = await enter(await link(), buyer);
  expect((await buyer.get(`${here}&intent=leave-everywhere`)).page).toBe('purchases');
  expect((await buyer.get(here)).page).toBe('purchases');
});

test('a buyer’s own page begins with the way into each course, for its person alone', async () => {
  const { id, page, link } = await bought();
  const [own] = await purchasesOf(buyer.world.ctx, page);
  const order = own?.order.id ?? '';
  expect((await buyer.get(await enter(await link(), buyer))).data).toMatchObject({
    pageId: id,
    courses: [{ orderId: order, title: expect.any(String) }],
  });
  const access = `/access?${query}`;
  const form = { page: id, order };
  expect((await buyer.post(access, form)).data).toMatchObject({ kind: 'go', url: expect.stringMatching(/token=/) });
  expect((await other.post(access, form)).data).toMatchObject({ kind: 'gone', url: null });
  // A buyer with an account page of their own names a foreign order.
  const foreign = await bought(other);
  await enter(await foreign.link(), other);
  expect((await other.post(access, { page: foreign.id, order })).data).toMatchObject({ kind: 'gone', url: null });
});
