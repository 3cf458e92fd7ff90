import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPages, pagesHost, type PagesWorld, plainViews } from '#tests/support/worlds/pages-world.server.ts';
import { Shell } from './shell.tsx';

let stage: PagesWorld;
let get: (url: string) => Promise<string>;
beforeAll(async () => {
  stage = await openPages();
  const server = await stage.serve({
    views: { ...plainViews, renderShell: (props) => renderToStaticMarkup(<Shell {...props} />) },
  });
  get = async (url) => {
    const { body } = await server.inject({ url, headers: { host: pagesHost } });
    return /<footer[^]*<\/footer>/.exec(body)?.[0].replaceAll(/<[^>]+>/g, '') ?? '';
  };
});
afterAll(() => stage.close());

describe('The footer', () => {
  test.each([
    ['a brand in Brazil', '/lead?product=wup', 'Wise Up Escola de Inglês Ltda. · CNPJ\u00a099.014.857/0001-28 Rua XV'],
    ['a variant in Brazil', '/lead?product=live', 'Wise Up Escola de Inglês Ltda. · CNPJ\u00a099.014.857/0001-28 '],
    ['Mozambique', '/lead?product=ms&lang=pt-mz', 'NUIT\u00a0400981231 Av. Julius Nyerere, 794, Maputo · '],
    ['Peru', '/lead?product=wup&flowId=peru', 'Wise Up Perú S.A.C. · RUC\u00a020699845125 Av. Javier Prado'],
    [
      'a page ahead of the payment',
      '/presentation?product=vc',
      'CNPJ\u00a098.476.921/0001-20 Rua da Aurora, 325, Recife/PE',
    ],
    ['the buyer’s own pages', '/my-purchases?product=ms', 'CNPJ'],
  ])('names company, tax number and address: %s', async (_where, url, text) => {
    expect(await get(url)).toContain(text);
  });

  test('shows the e-mail of the seller, and the complaints book in Peru alone', async () => {
    expect(await get('/lead?product=wup')).toContain('sac@wise-up.example');
    expect(await get('/lead?product=wup')).not.toContain('reclama');
    const peru = await get('/lead?product=wup&flowId=peru');
    expect(peru).toContain('hola@wise-up-pe.example');
    expect(peru).toContain('Libro de Reclamaciones');
  });
});
