import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import { readApiPixStandard } from './api-pix-standard.ts';
import { type StandardProxy, openStandardProxy } from './standard-proxy.server.ts';
import { openSandboxWorld, type SandboxWorld } from '../suite/sandbox-world.server.ts';

const norm = readApiPixStandard();
const pix = sandboxSecrets.companies['pix-bcb'];
let sandboxWorld: SandboxWorld;
let proxy: StandardProxy;

beforeAll(async () => {
  sandboxWorld = await openSandboxWorld();
  proxy = await openStandardProxy(sandboxWorld.world.origin, norm, readApiPixStandard(false));
});
afterAll(async () => {
  proxy.close();
  await sandboxWorld.close();
});

describe('the bank by itself', () => {
  const txidOf = (letter: string): string => letter.repeat(32);

  async function token(scope?: string): Promise<string> {
    const answer = await fetch(`${sandboxWorld.world.origin}/pix-bank/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${pix.clientId}:${pix.clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) }),
    });
    const { access_token: given }: { access_token: string } = JSON.parse(await answer.text());
    return given;
  }

  async function call(
    method: string,
    path: string,
    body?: unknown,
    bearer?: string,
  ): Promise<{ status: number; json: Record<string, unknown> }> {
    const answer = await fetch(`${proxy.origin}/pix-bank/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer ?? (await token())}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, json: text === '' ? {} : JSON.parse(text) };
  }

  const cob = { calendario: { expiracao: 3_600 }, valor: { original: '123.45' }, chave: pix.key };

  test.each([
    ['a value of zero', { ...cob, valor: { original: '0.00' } }, 'cob.valor.original'],
    ['an expiry of zero', { ...cob, calendario: { expiracao: 0 } }, 'cob.calendario.expiracao'],
    ['another’s key', { ...cob, chave: 'stranger@example.com' }, 'cob.chave'],
    ['two documents', { ...cob, devedor: { nome: 'Ana', cpf: '12345678909', cnpj: '12345678000195' } }, 'cob.devedor'],
    ['a name without a document', { ...cob, devedor: { nome: 'Ana' } }, 'cob.devedor'],
    ['too long a question', { ...cob, solicitacaoPagador: 'x'.repeat(141) }, 'cob.solicitacaoPagador'],
    ['a location that does not exist', { ...cob, loc: { id: 7 } }, 'cob.loc.id'],
  ])('refuses %s by its name', async (_name, body, property) => {
    const { status, json } = await call('PUT', `/cob/${txidOf('z')}`, body);
    expect(status).toBe(400);
    expect(json).toMatchObject({ type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida', status: 400 });
    expect(JSON.stringify(json['violacoes'])).toContain(`"${property}"`);
  });

  test('keeps the revisions of a charge, and refuses to change what is not open', async () => {
    const path = `/cob/${txidOf('a')}`;
    expect((await call('PUT', path, cob)).json).toMatchObject({ revisao: 0, status: 'ATIVA' });
    expect((await call('PUT', path, cob)).json).toMatchObject({ revisao: 0 });
    expect((await call('PATCH', path, { valor: { original: '200.00' } })).json).toMatchObject({
      revisao: 1,
      valor: { original: '200.00' },
    });
    expect((await call('GET', `${path}?revisao=0`)).json).toMatchObject({ revisao: 0, valor: { original: '123.45' } });
    const both = await call('PATCH', path, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR', valor: { original: '1.00' } });
    expect(both.status).toBe(400);
    expect((await call('PATCH', path, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })).json).toMatchObject({
      status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
    });
    expect((await call('PATCH', path, { valor: { original: '300.00' } })).status).toBe(400);
    expect((await call('PUT', path, { ...cob, valor: { original: '300.00' } })).status).toBe(400);
  });

  test('makes charges with a due date, and their location is a signed document', async () => {
    const today = new Date(sandboxWorld.clock.now().getTime() + 5 * 86_400_000).toISOString().slice(0, 10);
    const body = {
      calendario: { dataDeVencimento: today, validadeAposVencimento: 5 },
      devedor: { nome: 'Ana', cpf: '12345678909' },
      valor: { original: '10.00' },
      chave: pix.key,
    };
    const made = await call('PUT', `/cobv/${txidOf('b')}`, body);
    expect(made).toMatchObject({ status: 201, json: { status: 'ATIVA', calendario: { dataDeVencimento: today } } });
    expect(
      (await call('PUT', `/cobv/${txidOf('c')}`, { ...body, calendario: { dataDeVencimento: '2020-01-01' } })).status,
    ).toBe(400);
    expect((await call('GET', `/cobv/${txidOf('b')}`)).status).toBe(200);
    expect((await call('GET', `/cobv/${txidOf('d')}`)).json).toMatchObject({
      type: expect.stringContaining('CobVNaoEncontrada'),
    });
    const document = await fetch(`http://${String(made.json['location'])}`);
    expect(document.headers.get('content-type')).toBe('application/jose');
    expect(decodeJwt(await document.text())).toMatchObject({ txid: txidOf('b'), valor: { original: '10.00' } });
  });

  test('lets nobody in without a token, nor beyond its scope', async () => {
    expect((await call('GET', `/cob/${txidOf('a')}`, undefined, 'wrong')).status).toBe(401);
    expect((await call('PUT', `/cob/${txidOf('e')}`, cob, await token('cob.read'))).status).toBe(403);
  });

  test('keeps the webhook of a key', async () => {
    const path = `/webhook/${encodeURIComponent(pix.key)}`;
    expect((await call('PUT', path, { webhookUrl: 'not an address' })).status).toBe(400);
    expect((await call('PUT', path, { webhookUrl: `${sandboxWorld.notificationUrl}/` })).status).toBe(200);
    expect((await call('GET', path)).json).toMatchObject({ webhookUrl: sandboxWorld.notificationUrl });
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('GET', path)).status).toBe(404);
  });

  test('all answers follow the norm, except for the planted mistakes', () => {
    expect(proxy.wrongAnswers).toEqual([]);
    expect([...proxy.complaints].map((complaint) => complaint.replace(/ \{.*/, '')).toSorted()).toEqual([
      // The pattern of a CPF fits nothing, so that no person can owe anything.
      "/ must have required property 'cep'",
      "/ must have required property 'cidade'",
      "/ must have required property 'logradouro'",
      "/ must have required property 'uf'",
      "/devedor must have required property 'cnpj'",
      '/devedor must match exactly one schema in oneOf',
      '/devedor/cpf must match pattern "/^\\d{11}$/"',
      '/loc/location must match format "uri"',
      '/location must match format "uri"',
    ]);
  });
});
