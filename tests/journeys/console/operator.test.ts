import type { Page } from '@playwright/test';
import { expectAccessible, expectSaid, signIn, timed } from '#tests/support/browser/console-steps.ts';
import { expect, journey, type Journey, type JourneyOptions } from '#tests/support/browser/journey.ts';
import { deep } from '#tests/support/depth.ts';
import { buyByApi, courses, expectState } from '#tests/support/fixtures/api-sale.server.ts';

// Milliseconds of the plan's table of jobs.
const causeWithin = 60_000;
const replayedWithin = 120_000;

/** A school's receiver that is gone is told as an error, and so is a charge without an answer. */
const options: JourneyOptions = { ...deep, allow: ['layout shift', 'server error'], timeout: 240_000 };

const phone = { viewport: { width: 360, height: 740 } } as const;

journey('At night on a phone: which company does not answer, and what waits for it', options, async (buyer) => {
  const { world, product } = buyer;
  const page = await signIn(buyer, 'Fábio', '/', phone);
  const company = page.getByRole('listitem').filter({ hasText: 'test-acquirer' });
  // Charges are made, their answers are lost, and nothing can be asked.
  await world.faults('acquirer', [
    { mode: '500-after', calls: 'writes' },
    { mode: 'maintenance', calls: 'reads' },
  ]);
  try {
    await buyByApi(product, { email: buyer.email, tenders: [{ method: 'credit-card' }] });
    await timed('J21, the company that does not answer', causeWithin, async () => {
      await page.getByRole('button', { name: 'Todas as telas' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Saúde' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Saúde' })).toBeVisible();
      await expect(company).toContainText('1 sem resposta');
      await expect(page.getByRole('listitem').filter({ hasText: 'pix-bcb' })).toContainText('0 sem resposta');
      await expect(page.getByText('Banco de dados').first()).toBeVisible();
    });
    await expectAccessible(page);
  } finally {
    await world.faults('acquirer', []);
  }
  // It is over when all that was sent has its answer, and new charges are sent again.
  await expect(async () => {
    await page.reload();
    await expect(company).toContainText('0 sem resposta', { timeout: 1_000 });
    await expect(company).toContainText('Enviadas', { timeout: 1_000 });
  }).toPass({ timeout: 90_000 });
});

/** What the school's platform has received for an order. */
async function receivedOf({ product }: Journey, orderId: string): Promise<readonly string[]> {
  const answer = await fetch(`${product.sandbox}/sandbox/receiver.json?endpoint=conquer/platform`);
  const { receivedWebhooks } = (await answer.json()) as {
    receivedWebhooks: { type: string; verdict: string; body: unknown }[];
  };
  const own = receivedWebhooks.filter(({ body }) => JSON.stringify(body).includes(orderId));
  return own.filter(({ verdict }) => verdict === 'effect').map(({ type }) => type);
}

/** Gives the endpoint another secret, which the school's system takes over. */
async function rotate(page: Page, { product }: Journey): Promise<void> {
  await page.getByRole('button', { name: 'Trocar segredo' }).click();
  const sheet = page.getByRole('dialog', { name: 'Trocar segredo' });
  await sheet.getByRole('button', { name: 'Trocar segredo' }).click();
  const secret = await sheet.getByText(/^whsec_/).innerText();
  const taken = await fetch(`${product.sandbox}/sandbox/receiver/secrets`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: 'conquer/platform', secret }),
  });
  expect(taken.status).toBe(204);
  await sheet.getByRole('button', { name: 'Já guardei' }).click();
}

journey(
  'A school’s platform that was gone: it is opened again, gets what it missed, and another secret',
  options,
  async (buyer) => {
    const { world, product } = buyer;
    await world.faults('school', [{ mode: 'gone', school: 'conquer' }]);
    try {
      const sale = await buyByApi(product, { email: buyer.email, course: courses.conquer });
      await world.payPix({ code: sale.code ?? '' });
      await expectState(sale, 'paid');
      const page = await signIn(buyer, 'Fábio', '/integrations');
      const row = page.getByRole('row').filter({ hasText: 'conquer/platform' });
      await expect(async () => {
        await page.reload();
        await expect(row).toContainText('Encerrado', { timeout: 1_000 });
      }).toPass();
      await expectAccessible(page);
      await world.faults('school', []);

      await timed('J22, missed events sent again', replayedWithin, async () => {
        await row.getByRole('link').first().click();
        await page.getByRole('button', { name: 'Reabrir' }).click();
        await expectSaid(page, 'Reaberto');
        await page.getByRole('button', { name: 'Reenviar', exact: true }).click();
        await page.getByRole('button', { name: 'Reenviar eventos' }).click();
        await expectSaid(page, /eventos? ser/);
        await expect.poll(() => receivedOf(buyer, sale.id), { timeout: 60_000 }).toContain('access.granted');
      });
      await rotate(page, buyer);
      await expectAccessible(page);
      const next = await buyByApi(product, { email: `next-${buyer.email}`, course: courses.conquer });
      await world.payPix({ code: next.code ?? '' });
      await expect.poll(() => receivedOf(buyer, next.id), { timeout: 60_000 }).toContain('access.granted');
    } finally {
      await world.faults('school', []);
    }
  },
);
