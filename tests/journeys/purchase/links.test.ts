import { deep, deepUnless } from '#tests/support/depth.ts';
import { alive } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';

const lost = [
  [
    'an unknown product',
    '/?product=nobody&seller=ana&utm_source=mail',
    { product: 'nobody', seller: 'ana', utm_source: 'mail' },
    'Não encontramos este curso',
  ],
  [
    'an unknown product on a page of the flow',
    '/lead?product=nobody&source=x',
    { product: 'nobody', source: 'x' },
    'Não encontramos este curso',
  ],
  [
    'an unknown offer',
    '/?product=wup&offer=nothing',
    { product: 'wup', offer: 'nothing' },
    'Não encontramos esta oferta',
  ],
  ['an unknown plan', '/lead?planId=nothing', { planId: 'nothing' }, 'Não encontramos este curso'],
  [
    'an unknown seller',
    '/?product=wup&seller=nobody',
    { product: 'wup', seller: 'nobody' },
    'Não encontramos o vendedor deste link',
  ],
  ['no product on the lead page', '/lead?seller=ana', { seller: 'ana' }, 'Algo não saiu como esperado'],
  ['no product on the payment page', '/payment', {}, 'Algo não saiu como esperado'],
  ['no product on the success page', '/success?utm_campaign=x', { utm_campaign: 'x' }, 'Algo não saiu como esperado'],
] as const;

const standing = new Set<string>(['an unknown offer', 'no product on the payment page']);

for (const [what, link, kept, title] of lost) {
  journey(
    `${what} ends on the page for errors, with the query kept`,
    deepUnless(standing.has(what)),
    async ({ page, at }) => {
      await page.goto(at(link));
      const { pathname, searchParams } = new URL(page.url());
      expect(pathname).toBe('/generic-error');
      const { reference, ...query } = Object.fromEntries(searchParams);
      expect(query).toEqual(kept);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      // The general sentence is for what nobody can name.
      const general = page.getByText('Ocorreu um erro inesperado, por gentileza tente novamente mais tarde.');
      await expect(general).toHaveCount(title.startsWith('Algo') ? 1 : 0);
      await expect(page.locator('code')).toHaveText(reference ?? '');
      await expect(page.locator('code')).toHaveText(/^[A-Z0-9]{8}$/);
    },
  );
}

journey('personal data of a link stay in no address', async ({ page, at }) => {
  await page.goto(at('/?product=nobody&email=maria%40exemplo.com.br&leadId=led_1&t=secret&seller=ana'));
  expect(page.url()).not.toMatch(/maria|led_1|secret/);
  await page.goto(at('/?product=wup&email=maria%40exemplo.com.br&leadId=led_1'));
  expect(page.url()).toBe(at('/lead?product=wup'));
});

journey('the error page leads back into the flow', async ({ page, at }) => {
  await page.goto(at('/generic-error?product=wup&source=campanha'));
  await page.getByRole('link', { name: 'Voltar ao início da compra' }).click();
  await expect(page).toHaveURL(at('/lead?product=wup&source=campanha'));
});

journey('an address that nobody has says so', deep, async ({ page, at }) => {
  const answer = await page.goto(at('/no-such-page'));
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Esta página não existe');
});

journey('the start page opens every flow of every brand, without a script', deep, async ({ page, at, context }) => {
  const html = await (await context.request.get(at('/'))).text();
  await page.route('**/*.js', (route) => route.abort());
  await page.setContent(html.replaceAll(/<script[\s\S]*?<\/script>/g, ''));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('O que você quer experimentar?');
  const text = await page.locator('#root').innerText();
  for (const brand of ['Wise Up Online', 'meuSucesso']) expect(text).toContain(brand);
  expect(text).toMatch(/R\$\s1\.140,00/);
  expect(text).toMatch(/18\.720,00\sMT/);
  expect(text).not.toContain('Perfis extras');
  const links = await page.locator('#root form').evaluateAll((forms) =>
    forms.flatMap((form) => {
      const valuesOf = (name: string): string[] =>
        [...form.querySelectorAll(`[name=${name}], [name=${name}] option`)]
          .filter((one) => one instanceof HTMLInputElement || one instanceof HTMLOptionElement)
          .map(({ value }) => value);
      return valuesOf('product').flatMap((product) =>
        valuesOf('flowId').map((flowId) => {
          const query = new URLSearchParams({ product, flowId });
          for (const lang of valuesOf('lang')) query.set('lang', lang);
          return `/?${query}`;
        }),
      );
    }),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(new Set(links).size).toBe(links.length);
  for (const link of links) {
    const answer = await context.request.get(at(link));
    expect([link, answer.status(), new URL(answer.url()).pathname]).toEqual([link, 200, '/lead']);
  }
});

journey('the start page begins with tasks, and its search finds a flow of a brand', async ({ page, at, context }) => {
  await page.goto(at('/'));
  await alive(page);
  const tasks = page.getByRole('region', { name: 'Comece por aqui' }).getByRole('link');
  await expect(tasks).toHaveCount(10);
  for (const link of await tasks.evaluateAll((found) => found.map((one) => one.getAttribute('href') ?? ''))) {
    const answer = await context.request.get(at(link));
    const first = link.startsWith('/samples') ? '/samples' : '/lead';
    expect([link, answer.status(), new URL(answer.url()).pathname]).toEqual([link, 200, first]);
  }
  await page.getByRole('searchbox').pressSequentially('online familia');
  const row = page.getByRole('form');
  await expect(row).toHaveCount(1);
  await row.getByRole('checkbox', { name: 'Homologação' }).check();
  await row.getByRole('button', { name: 'Abrir' }).click();
  await page.waitForURL('**/lead?**');
  await expect(page.getByText('Homologação', { exact: true })).toBeVisible();
});

journey('the seller is named, unless it is nobody in particular', deep, async ({ page, at }) => {
  await page.goto(at('/?product=wup&seller=ana'));
  await expect(page.getByText('Atendimento: Ana Prado')).toBeVisible();
  await page.goto(at('/?product=wup&partner=parceiro'));
  await expect(page.getByText('Atendimento: Franquias')).toBeVisible();
  for (const seller of ['seller=performance', 'seller=campanha', 'source=campanha', 'seller=query_param_seller']) {
    await page.goto(at(`/?product=wup&${seller}`));
    expect(new URL(page.url()).pathname).toBe('/lead');
    await expect(page.getByText('Atendimento:')).toHaveCount(0);
  }
});

journey('the staging badge shows, and closes', deep, async ({ page, at, context }) => {
  await page.goto(at('/?product=wup&seller=ana&staging=1'));
  const badge = page.getByText('Homologação', { exact: true });
  await expect(badge).toBeVisible();
  // The mark is a cookie: it stays without the word in the address.
  await page.goto(at('/lead?product=wup&seller=ana'));
  await expect(badge).toBeVisible();
  await alive(page);
  await page.getByRole('button', { name: 'Sair da homologação' }).click();
  await expect(badge).toHaveCount(0);
  await expect(page).toHaveURL(at('/lead?product=wup&seller=ana'));
  expect((await context.cookies()).filter(({ name }) => name.includes('staging'))).toEqual([]);
});

journey('an unsigned staging cookie has no effect', async ({ page, at, context, product }) => {
  await context.addCookies([{ name: 'matricula-staging', value: '1', url: product.checkout }]);
  await page.goto(at('/lead?product=wup'));
  await expect(page.getByText('Homologação', { exact: true })).toHaveCount(0);
});

journey(
  'each page is named after its product, and has the back button only where there is a step before',
  async ({ page, at }) => {
    await page.goto(at('/lead?product=ms'));
    await expect(page).toHaveTitle('Checkout - meuSucesso');
    await expect(page.getByRole('link', { name: 'Voltar', exact: true })).toHaveCount(0);
    await expect(page.getByRole('img', { name: 'meuSucesso' })).toBeVisible();
    await page.goto(at('/generic-error'));
    await expect(page).toHaveTitle('Checkout');
  },
);

journey(
  'the start page filters brands by method, flow and locale, without a script',
  { ...deep, javaScriptEnabled: false },
  async ({ page, at }) => {
    await page.goto(at('/'));
    const filters = page.getByRole('search', { name: 'Filtrar marcas' });
    const rows = page.getByRole('form');
    const all = await rows.count();
    await filters.getByLabel('Idioma').selectOption('es-PE');
    await filters.getByRole('button', { name: 'Filtrar' }).click();
    await page.waitForURL('**locale=es-PE');
    const names = await rows.evaluateAll((found) => found.map((one) => one.getAttribute('aria-label') ?? ''));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(name).toMatch(/, PE$/);
    await filters.getByRole('link', { name: 'Limpar filtros' }).click();
    await expect(rows).toHaveCount(all);
    await filters.getByLabel('Fluxo').selectOption('family');
    await filters.getByLabel('Forma de pagamento').selectOption('pix');
    await filters.getByRole('button', { name: 'Filtrar' }).click();
    await page.waitForURL('**flow=family**');
    expect(await rows.count()).toBeLessThan(all);
    await expect(rows.first().getByLabel('Fluxo')).toHaveValue('family');
  },
);
