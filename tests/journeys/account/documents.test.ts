import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { acceptTerms, payButton, reachPayment } from '#tests/support/browser/purchase-steps.ts';
import { axe } from '#tests/support/browser/axe.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** As anybody runs it who was given a file: no database, only the house's keys. */
function verifySale(file: string, keys: string): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'tools/verify-sale.ts'), file, '--key', keys],
    { encoding: 'utf8' },
  );
  return { status, said: stdout + stderr };
}

journey(
  'the contract is read before paying and accepted; its file, the receipt and the proofs come after',
  async (buyer) => {
    const { page, at, context } = buyer;
    await reachPayment(buyer, '/?product=ms&voucher=bolsa-integral');
    const link = page.getByRole('link', { name: 'contrato desta compra' });
    const [contract] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await expect(contract.getByRole('heading', { level: 1 })).toHaveText('Contrato de matrícula');
    await expect(contract.locator('article')).toContainText('Maria da Silva');
    await expect(contract.locator('article')).toContainText('Desistir da compra');
    expect(await axe(contract)).toEqual([]);
    const hash = await contract.locator('code').textContent();
    expect(contract.url()).not.toMatch(/maria|@|961234567/i);
    const shown = contract.url();
    await contract.close();

    await acceptTerms(page);
    await payButton(page).click();
    await page.waitForURL('**/success?**');
    const href = async (name: string): Promise<string> =>
      at((await page.getByRole('link', { name }).getAttribute('href')) ?? '/missing');
    const files: [string, RegExp][] = [
      ['Recibo (PDF)', /^%PDF-1\.7/],
      ['Contrato (PDF)', /^%PDF-1\.7/],
      ['Registro técnico da compra (PDF)', /^%PDF-1\.7/],
    ];
    for (const [name, shape] of files) {
      const answer = await context.request.get(await href(name));
      expect(answer.headers()['cache-control']).toContain('no-store');
      expect((await answer.body()).subarray(0, 8).toString('latin1')).toMatch(shape);
    }

    const evidence = (await href('Registro técnico da compra (PDF)')).replace('.pdf', '.json');
    const orderId = new URL(evidence).pathname.split('/')[2] ?? '';
    await page.goto(at(`/contract/${orderId}`));
    await expect(page.locator('code')).toHaveText(hash ?? 'none');
    await expect(page.locator('footer').first()).toContainText('Li e aceito o contrato desta compra');

    const folder = mkdtempSync(path.join(tmpdir(), 'papers-'));
    const [file, keys] = [path.join(folder, 'evidence.json'), path.join(folder, 'keys.json')];
    writeFileSync(file, await (await context.request.get(evidence)).body());
    writeFileSync(keys, await (await context.request.get(at('/.well-known/house-keys.json'))).body());
    const whole = verifySale(file, keys);
    expect(whole.said).toContain('WHOLE');
    expect(whole.said).toMatch(/acceptance[\s\S]*access/);
    expect(whole.status).toBe(0);
    const text = readFileSync(file, 'utf8');
    const other = text.replace('Li e aceito o contrato', 'Li e recuso o contrato');
    expect(other).not.toBe(text);
    writeFileSync(file, other);
    const changed = verifySale(file, keys);
    expect(changed.status).toBe(1);
    expect(changed.said).toMatch(/BROKEN at link \d/);

    // Nobody else is shown any of it.
    const stranger = await buyer.person();
    for (const address of [shown, evidence, at(`/contract/${orderId}`)])
      expect((await stranger.request.get(address)).status()).toBe(404);
  },
);
