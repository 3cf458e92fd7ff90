import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';
import type { CollectData } from './collect.types.ts';

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

const slip = {
  'pt-BR': 'Cartão de crédito na maquininha',
  'pt-MZ': 'Cartão de crédito no terminal',
  'es-PE': 'Tarjeta de crédito en el terminal',
};
const bankNotes = { 'pt-BR': 'Dinheiro', 'es-PE': 'Efectivo' };
const transfer = { 'pt-BR': 'Pix no balcão', 'es-PE': 'Pix en el mostrador' };

test.each(['pt-BR', 'pt-MZ', 'es-PE'] as const)('samples of a unit in %s say what its page would', async (locale) => {
  const spoken = locale === 'es-PE' ? locale : 'pt-BR';
  const draft = 'Cheque';
  const said = {
    usual: [draft, bankNotes[spoken]],
    done: [draft],
    open: [draft],
    'open-slip': [slip[locale]],
    'open-transfer': [transfer[spoken]],
    'open-receipt': [bankNotes[spoken]],
    taken: [draft],
    returned: [draft],
  };
  const buyer = await payingBuyer(stage);
  for (const [state, means] of Object.entries(said)) {
    const { data } = await buyer.get(`/gallery/wise-up.flex/light/${locale}/collect/${state}`);
    const { payment, open, taken } = data as unknown as CollectData;
    const shown = payment ? [payment] : [...open, ...taken];
    expect([state, shown.map(({ method }) => method)]).toEqual([state, means]);
    const amounts = [...shown.map(({ amount }) => amount), ...(payment?.held ? [payment.held] : [])];
    const cents = spoken === 'es-PE' ? /^R\$\u00a0[\d,]+\.\d\d$/ : /^R\$\u00a0[\d.]+,\d\d$/;
    for (const amount of amounts) expect(amount).toMatch(cents);
  }
});
