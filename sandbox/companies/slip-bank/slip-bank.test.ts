import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openSandboxWorld, type SandboxWorld } from '#tests/gateways/suite/sandbox-world.server.ts';
import { sandboxSecrets } from '../../accounts.server.ts';

let stage: SandboxWorld;
let count = 100;
beforeAll(async () => {
  stage = await openSandboxWorld();
});
afterEach(() => stage.clearFaults());
afterAll(() => stage.close());

const { user, secret } = sandboxSecrets.companies['slip-bank'];
const authorization = `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;

interface Slip {
  readonly ourNumber: string;
  readonly reference: string;
  readonly status: string;
  readonly line: string;
  readonly pix?: { readonly brCode: string };
  readonly credits: readonly {
    readonly amount: number;
    readonly channel: string;
    readonly creditedAt: string | null;
  }[];
}

async function call(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: Slip & { code?: string } }> {
  const answer = await fetch(`${stage.world.origin}/slip-bank${path}`, {
    method,
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: JSON.parse(await answer.text()) };
}

const dayAfter = (days: number): string =>
  new Date(stage.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

async function register(
  differs: Record<string, unknown> = {},
): Promise<{ status: number; json: Slip & { code?: string } }> {
  count += 1;
  const payer = { name: 'Ana', document: '12345678909' };
  const body = {
    amount: 114_000,
    dueDate: dayAfter(5),
    payer,
    bolepix: true,
    reference: `att-${count}`,
    notificationUrl: stage.notificationUrl,
    ...differs,
  };
  return call('PUT', `/slips/${count}`, body);
}

const pay = (body: unknown): Promise<{ status: number; json: unknown }> => stage.ask('POST', '/sandbox/slip/pay', body);
const find = async ({ ourNumber }: Slip): Promise<Slip> => (await call('GET', `/slips/${ourNumber}`)).json;

describe('registering', () => {
  test('gives numbers, a code, and no money', async () => {
    const { status, json } = await register();
    expect(status).toBe(201);
    expect(json).toMatchObject({
      status: 'registered',
      credits: [],
      line: expect.stringMatching(/^\d{47}$/),
      pix: { brCode: expect.stringContaining('br.gov.bcb.pix') },
    });
  });

  test('may take a while', async () => {
    await stage.faults({ target: 'slip-bank', mode: 'register-delay', seconds: 7_200, times: 1 });
    const { status, json } = await register();
    expect([status, json.status]).toEqual([202, 'pending-registration']);
    expect((await pay({ ourNumber: json.ourNumber })).json).toMatchObject({ code: 'slip-pending' });
    await stage.ask('POST', '/sandbox/clock', { advanceSeconds: 7_201 });
    expect((await find(json)).status).toBe('registered');
  });

  test.each([
    ['no amount', { amount: 0 }, 'malformed'],
    ['a document of no shape', { payer: { name: 'Ana', document: '123' } }, 'malformed'],
    ['a day that has passed', { dueDate: '2020-01-01' }, 'due-date-past'],
  ])('refuses %s', async (_name, differs, code) => {
    expect(await register(differs)).toMatchObject({ status: 422, json: { code } });
  });

  test('of the same number is the same slip, or is refused', async () => {
    const { json } = await register();
    count -= 1;
    expect((await register()).json).toEqual(json);
    count -= 1;
    expect(await register({ amount: 1 })).toMatchObject({ status: 409, json: { code: 'slip-exists' } });
  });
});

describe('paying', () => {
  test('by its line: the bank takes the QR away', async () => {
    const { json } = await register();
    expect((await pay({ line: json.line })).status).toBe(200);
    expect(await find(json)).toMatchObject({ status: 'paid', credits: [{ amount: 114_000, channel: 'barcode' }] });
    const byCode = await stage.ask('POST', '/sandbox/pix/pay', { code: json.pix?.brCode });
    expect(byCode).toMatchObject({ status: 409, json: { code: 'charge-removed' } });
  });

  test('by its QR: the slip is paid, once', async () => {
    const { json } = await register();
    expect((await stage.ask('POST', '/sandbox/pix/pay', { code: json.pix?.brCode })).status).toBe(200);
    expect(await find(json)).toMatchObject({ status: 'paid', credits: [{ amount: 114_000, channel: 'pix' }] });
    expect((await pay({ line: json.line })).json).toMatchObject({ code: 'slip-paid' });
  });

  test('twice, less, more, by bars and by QR when somebody insists', async () => {
    const { json } = await register();
    await pay({ line: json.line, times: 2 });
    await pay({ ourNumber: json.ourNumber, amount: 50, force: true });
    await pay({ reference: json.reference, channel: 'pix', force: true, amount: 200_000 });
    expect((await find(json)).credits.map(({ amount }) => amount)).toEqual([114_000, 114_000, 50, 200_000]);
  });

  test('late is possible for thirty days', async () => {
    const { json } = await register();
    await stage.ask('POST', '/sandbox/clock', { advanceSeconds: 20 * 86_400 });
    expect((await pay({ ourNumber: json.ourNumber })).status).toBe(200);
    const { json: other } = await register();
    await stage.ask('POST', '/sandbox/clock', { advanceSeconds: 40 * 86_400 });
    expect((await pay({ ourNumber: other.ourNumber })).json).toMatchObject({ code: 'slip-overdue' });
  });

  test('reaches the account later when a fault rule says so, and the list of credits with it', async () => {
    await stage.faults({ target: 'slip-bank', mode: 'settle-delay', seconds: 86_400 });
    const { json } = await register();
    const { cursor } = JSON.parse(JSON.stringify((await call('GET', '/credits')).json));
    await pay({ ourNumber: json.ourNumber });
    expect((await find(json)).credits).toMatchObject([{ creditedAt: null }]);
    const listed = async (): Promise<unknown> => (await call('GET', `/credits?after=${cursor}`)).json;
    expect(await listed()).toMatchObject({ credits: [] });
    await stage.ask('POST', '/sandbox/clock', { advanceSeconds: 86_401 });
    expect((await find(json)).credits).toMatchObject([{ creditedAt: expect.any(String) }]);
    expect(await listed()).toMatchObject({ credits: [{ reference: json.reference, amount: 114_000 }] });
  });
});

test('a canceled slip is closed on both ways, and a paid one cannot be canceled', async () => {
  const { json } = await register();
  expect((await call('DELETE', `/slips/${json.ourNumber}`)).json.status).toBe('canceled');
  expect((await pay({ line: json.line })).json).toMatchObject({ code: 'slip-canceled' });
  expect((await stage.ask('POST', '/sandbox/pix/pay', { code: json.pix?.brCode })).json).toMatchObject({
    code: 'charge-removed',
  });
  const { json: paid } = await register();
  await pay({ line: paid.line });
  expect(await call('DELETE', `/slips/${paid.ourNumber}`)).toMatchObject({ status: 409, json: { code: 'slip-paid' } });
});

test('a slip’s QR stands in the book with its slip only', async () => {
  const { json } = await register();
  await stage.ask('POST', '/sandbox/pix/pay', { code: json.pix?.brCode });
  const { charges, movements } = stage.world.book();
  expect(charges.filter(({ company }) => company === 'pix-bank')).toEqual([]);
  expect(movements.filter(({ chargeId }) => chargeId === json.ourNumber)).toMatchObject([
    { company: 'slip-bank', amount: 114_000 },
  ]);
});
