import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeEnvProblems, readEnv } from './env.server.ts';

const long = 'x'.repeat(40);
const production = {
  APP_ENV: 'production',
  HOST: '0.0.0.0',
  PUBLIC_ORIGIN: 'https://checkout.school.example',
  CARD_FIELDS_ORIGIN: 'https://card.school.example',
  DATABASE_URL: 'postgres://app:pw@db.internal/matricula',
  COOKIE_SECRET: long,
  SIGNING_KEY: 'Y2hhdmUtZGEtY2FzYS1wYXJhLW9zLXRlc3Rlcy0wMDE',
  ACQUIRER_URL: 'https://api.acquirer.example',
  ACQUIRER_MERCHANT: 'm-1',
  ACQUIRER_SECRET: long,
  ACQUIRER_NOTIFICATION_SECRET: long,
  ACQUIRER_KEY_PINS: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
  PIX_URL: 'https://pix.bank.example',
  PIX_CLIENT_ID: 'c-1',
  PIX_CLIENT_SECRET: long,
  PIX_KEY: 'key@school.example',
  PIX_NOTIFICATION_SECRET: long,
  PIX_ACCOUNT: '1234/0056789',
  SLIP_URL: 'https://slips.bank.example',
  SLIP_USER: 'u-1',
  SLIP_SECRET: long,
  SLIP_NOTIFICATION_SECRET: long,
  SMS_URL: 'https://sms.carrier.example',
  SMS_USER: 's-1',
  SMS_SECRET: long,
  SMTP_URL: 'smtps://user:pw@mail.example',
  MAIL_FROM: 'courses@school.example',
};

function accepted(source: Record<string, string | undefined>) {
  const read = readEnv(source);
  if (!read.ok) throw new Error(describeEnvProblems(read.error));
  return read.value;
}
function refused(source: Record<string, string | undefined>): string[] {
  const read = readEnv(source);
  return read.ok ? [] : read.error.map((problem) => problem.variable);
}

describe('an empty environment', () => {
  test('is a trial on this machine', () => {
    const env = accepted({});
    expect(env).toMatchObject({
      appEnv: 'test',
      host: '127.0.0.1',
      port: 3000,
      cardFieldsPort: 3001,
      publicOrigin: 'http://localhost:3000',
      cardFieldsOrigin: 'http://localhost:3001',
      dataDirIsDefault: true,
      databaseUrl: null,
      logLevel: 'info',
      sandbox: { origin: 'http://127.0.0.1:3002', own: true, port: 3002, smtpPort: 3003 },
      smtpUrl: 'smtp://127.0.0.1:3003',
    });
    expect(env.companies['test-acquirer'].url).toBe('http://127.0.0.1:3002/acquirer');
    expect(env.cookieSecret.length).toBeGreaterThanOrEqual(32);
  });

  test('is frozen all the way down', () => {
    const env = accepted({});
    expect(Object.isFrozen(env)).toBe(true);
    expect(Object.isFrozen(env.companies['test-acquirer'])).toBe(true);
    expect(Object.isFrozen(env.sandbox)).toBe(true);
  });

  test('empty values count as unset', () => {
    expect(accepted({ PORT: '', APP_ENV: ' ', DATABASE_URL: '' })).toEqual(accepted({}));
  });
});

describe('production', () => {
  test('starts with all that it needs and has no sandbox', () => {
    const env = { appEnv: 'production', host: '0.0.0.0', sandbox: null, apiDocs: false };
    expect(accepted(production)).toMatchObject(env);
    expect(accepted({ ...production, API_DOCS: 'on' }).apiDocs).toBe(true);
    expect(accepted({}).apiDocs).toBe(true);
  });

  test.each(Object.keys(production).filter((name) => !['APP_ENV', 'HOST', 'DATABASE_URL'].includes(name)))(
    'refuses to start without %s',
    (name) => {
      expect(refused({ ...production, [name]: undefined })).toContain(name);
    },
  );

  test.each([
    ['PUBLIC_ORIGIN', 'http://checkout.school.example'],
    ['CARD_FIELDS_ORIGIN', 'https://checkout.school.example'],
    ['SANDBOX_ORIGIN', 'http://127.0.0.1:3002'],
    ['COOKIE_SECRET', 'short'],
    ['COOKIE_SECRET', 'test-cookie-secret-known-to-everybody'],
    ['ACQUIRER_URL', 'http://api.acquirer.example'],
    ['CRASH_AT', 'after-gateway-before-facts'],
    ['MAIL_FROM', 'the school'],
    ['MAIL_FROM', 'a@b.example\nBcc: x@y.example'],
  ])('refuses %s=%s', (name, value) => {
    expect(refused({ ...production, [name]: value })).toContain(name);
  });
});

describe('the points programme', () => {
  const points = { POINTS_URL: 'https://points.example', POINTS_USER: 'p-1', POINTS_SECRET: long };

  test('is a contract that a school may have or not', () => {
    expect(accepted(production).companies['points-club']).toBeNull();
    expect(accepted({ ...production, ...points }).companies['points-club']).toEqual({
      url: points.POINTS_URL,
      user: points.POINTS_USER,
      secret: long,
    });
    expect(accepted({}).companies['points-club']?.url).toBe('http://127.0.0.1:3002/points-club');
  });

  test.each(Object.keys(points))('stops the start when only %s is missing', (variable) => {
    expect(refused({ ...production, ...points, [variable]: undefined })).toEqual([variable]);
  });
});

describe('homolog', () => {
  const { APP_ENV: _, HOST: __, ...own } = production;

  test('has the sandbox, and secrets of its own', () => {
    const env = accepted({ ...own, APP_ENV: 'homolog' });
    expect(env.sandbox?.own).toBe(true);
    expect(env.analytics.commonSecret).toBeNull();
    expect(accepted({ ...own, APP_ENV: 'homolog', ACQUIRER_URL: undefined }).companies['test-acquirer'].url).toBe(
      'http://127.0.0.1:3002/acquirer',
    );
  });

  test.each(['127.0.0.1', '0.0.0.0'])('takes no well-known secret when bound to %s', (HOST) => {
    const secrets = [
      'COOKIE_SECRET',
      'SIGNING_KEY',
      'ACQUIRER_SECRET',
      'ACQUIRER_NOTIFICATION_SECRET',
      'PIX_CLIENT_SECRET',
    ];
    expect(refused({ APP_ENV: 'homolog', HOST })).toEqual(expect.arrayContaining(secrets));
    for (const name of secrets.filter((one) => one !== 'SIGNING_KEY')) {
      const wellKnown = `test-${name.toLowerCase().replaceAll('_', '-')}-known-to-everybody`;
      expect(refused({ ...own, APP_ENV: 'homolog', HOST, [name]: wellKnown })).toEqual([name]);
    }
  });

  test('can use the sandbox of another process', () => {
    expect(accepted({ SANDBOX_ORIGIN: 'http://127.0.0.1:4102/' })).toMatchObject({
      sandbox: { origin: 'http://127.0.0.1:4102', own: false },
      companies: { 'pix-bcb': { url: 'http://127.0.0.1:4102/pix-bank' } },
    });
  });
});

describe('single values', () => {
  test.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000x'],
    ['PORT', '-1'],
    ['PORT', '3001'],
    ['PORT', '3004'],
    ['SANDBOX_SMTP_PORT', '3000'],
    ['APP_ENV', 'staging'],
    ['APP_ENV', 'Test'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_ORIGIN', 'localhost:3000'],
    ['PUBLIC_ORIGIN', 'http://localhost:3000/shop'],
    ['PUBLIC_ORIGIN', 'http://user:pw@localhost:3000'],
    ['PUBLIC_ORIGIN', 'javascript:alert(1)'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['SMTP_URL', 'mail.example'],
  ])('%s=%s is refused', (name, value) => {
    expect(refused({ [name]: value }).length).toBeGreaterThan(0);
  });

  test('a used port frees the others’ defaults', () => {
    expect(accepted({ PORT: '4110' }).publicOrigin).toBe('http://localhost:4110');
    expect(refused({ PORT: '3002', SANDBOX_ORIGIN: 'http://127.0.0.1:9' })).toEqual([]);
  });
});

describe('what is said about problems', () => {
  test('names the variable, the shape of the value and what is allowed', () => {
    const read = readEnv({ PORT: 'abc' });
    expect(read.ok ? '' : describeEnvProblems(read.error)).toBe(
      'PORT: 3 characters; allowed: a whole number from 1 to 65535.',
    );
  });

  test('never shows a value', () => {
    const names = [...Object.keys(production), 'PORT', 'LOG_LEVEL', 'SANDBOX_ORIGIN', 'NODE_ENV'];
    const secret = fc.stringMatching(/^[A-Z0-9]{12,30}$/);
    fc.assert(
      fc.property(fc.subarray(names, { minLength: 1 }), secret, (chosen, value) => {
        const read = readEnv(Object.fromEntries(chosen.map((name) => [name, value])));
        expect(read.ok ? '' : describeEnvProblems(read.error)).not.toContain(value);
      }),
    );
  });
});

describe('the certificate for the Pix bank', () => {
  const pixTls = (source: Record<string, string>) => {
    const env = readEnv(source);
    return env.ok ? env.value.companies['pix-bcb'].tls : env.error.map(({ variable }) => variable);
  };

  test('is optional, and whole when it is there', () => {
    expect(pixTls({})).toBeNull();
    const files = { PIX_CERT_FILE: '/run/pix.crt', PIX_KEY_FILE: '/run/pix.key' };
    expect(pixTls(files)).toEqual({ certFile: '/run/pix.crt', keyFile: '/run/pix.key', caFile: null });
    expect(pixTls({ ...files, PIX_CA_FILE: '/run/ca.crt' })).toMatchObject({ caFile: '/run/ca.crt' });
    expect(pixTls({ PIX_CERT_FILE: '/run/pix.crt' })).toEqual(['PIX_KEY_FILE']);
    expect(pixTls({ PIX_KEY_FILE: '/run/pix.key' })).toEqual(['PIX_CERT_FILE']);
  });
});

describe('the receiver that the Pix page names', () => {
  const payee = (source: Record<string, string>) => {
    const env = readEnv(source);
    return env.ok ? env.value.companies['pix-bcb'].payee : env.error.map(({ variable }) => variable);
  };

  test("is the sandbox's in the test environment, and what the settings say elsewhere", () => {
    expect(payee({})).toEqual({ name: 'Escola Matrícula Ltda', document: '12345678000195' });
    expect(payee({ ...production, PIX_PAYEE_NAME: 'Escola SA' })).toEqual({ name: 'Escola SA', document: null });
    expect(payee(production)).toBeNull();
    expect(payee({ ...production, PIX_PAYEE_DOCUMENT: '12345678000195' })).toEqual(['PIX_PAYEE_NAME']);
  });
});

test('GATEWAY_ROUTES is made absolute; unset, there is no such file', () => {
  expect(accepted({}).gatewayRoutesFile).toBeNull();
  expect(accepted({ GATEWAY_ROUTES: '/etc/matricula/routes.json' }).gatewayRoutesFile).toBe(
    '/etc/matricula/routes.json',
  );
});
