import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSandboxWorld, type SandboxWorld } from '#tests/gateways/suite/sandbox-world.server.ts';
import { installationOf, linesOf } from '#tests/support/fixtures/doctor-installation.ts';
import { readCompanies } from '#src/gateways/registry.settings.server.generated.ts';
import { probes } from '#src/gateways/registry.probes.server.generated.ts';
import { envValues } from '#src/kernel/env/env-values.server.ts';
import { secretValues } from '#src/kernel/env/secret-values.server.ts';
import { checkCompanies } from './companies.check.ts';

let sandbox: SandboxWorld;
beforeAll(async () => {
  sandbox = await openSandboxWorld(installationOf({}).env);
});
afterAll(() => sandbox.close());

const look = (source: Readonly<Record<string, string>> = {}) =>
  checkCompanies(installationOf({ SANDBOX_ORIGIN: sandbox.world.origin, ...source }));

test('every company with settings brings its own harmless question', () => {
  const values = envValues({});
  const secrets = secretValues(values, { sandboxOrigin: 'http://127.0.0.1:1', testSecrets: true });
  expect(Object.keys(probes)).toEqual(Object.keys(readCompanies({ values, secrets, appEnv: 'test' })));
});

test('right credentials are accepted by every company of the sandbox', async () => {
  const findings = await look();
  expect(findings).toHaveLength(Object.keys(probes).length);
  expect(linesOf(findings.filter(({ state }) => state !== 'ok'))).toEqual([]);
});

test.each([
  ['test-acquirer', 'ACQUIRER_SECRET'],
  ['pix-bcb', 'PIX_CLIENT_SECRET'],
  ['slip-bank', 'SLIP_SECRET'],
  ['culqi', 'CULQI_SECRET_KEY'],
  ['pagarme', 'PAGARME_SECRET_KEY'],
  ['nupay', 'NUPAY_MERCHANT_TOKEN'],
  ['m-pesa-vodacom', 'MPESA_API_KEY'],
  ['points-club', 'POINTS_SECRET'],
])('wrong credentials of %s are refused, and %s is named', async (company, variable) => {
  const wrong = (await look({ [variable]: 'another-secret-of-nobody' })).filter(({ state }) => state === 'wrong');
  expect(linesOf(wrong)).toEqual([`wrong ${company}: it refuses the credentials (401)`]);
  expect(wrong[0]?.remedy).toContain(variable);
});

test('a company that does not answer is no wrong credential', async () => {
  const [first] = (await look({ SLIP_URL: 'http://127.0.0.1:9' })).filter(({ state }) => state !== 'ok');
  expect(first).toMatchObject({ state: 'warning', subject: 'slip-bank' });
});

test('a missing file of a certificate is named', async () => {
  const findings = await look({ PIX_CERT_FILE: '/nowhere/cert.pem', PIX_KEY_FILE: '/nowhere/key.pem' });
  expect(linesOf(findings.filter(({ state }) => state === 'wrong'))).toEqual([
    expect.stringMatching(/^wrong pix-bcb: .*\/nowhere\/cert\.pem/),
  ]);
});
