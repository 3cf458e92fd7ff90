import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLog, type Log, type LogFields } from './log.server.ts';

function written(use: (log: Log) => void): { text: string; lines: Record<string, unknown>[] } {
  let text = '';
  use(createLog({ level: 'debug', to: { write: (chunk: string) => void (text += chunk) } }));
  return {
    text,
    lines: text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

function one(fields: LogFields, event = 'order-paid'): Record<string, unknown> {
  const { lines } = written((log) => log.info(event, fields));
  expect(lines).toHaveLength(1);
  return lines[0] ?? {};
}

describe('a line', () => {
  test('has time, level, event and the allowed fields', () => {
    const line = one({ orderId: 'ord_1', durationMs: 12, amount: 114000n, state: null });
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      event: 'order-paid',
      orderId: 'ord_1',
      durationMs: 12,
      amount: '114000',
      state: null,
    });
  });

  test('a child’s fields are on every line, cleaned as well', () => {
    const { lines } = written((log) => log.child({ brand: 'wup', email: 'a@b.co' }).warn('late', { code: 'x' }));
    expect(lines[0]).toMatchObject({ level: 'warn', brand: 'wup', code: 'x', dropped: ['email'] });
  });

  test('below the level nothing is written', () => {
    let text = '';
    createLog({ level: 'warn', to: { write: (chunk) => void (text += chunk) } }).info('order-paid');
    expect(text).toBe('');
  });

  test('an event is a fixed word', () => {
    expect(one({}, 'paid by ana@school.example')['event']).toBe('event-misnamed');
  });
});

describe('S-07 what never reaches the log', () => {
  test.each([
    'email',
    'name',
    'phone',
    'document',
    'leadId',
    'body',
    'query',
    'url',
    'headers',
    'cookie',
    'authorization',
    'token',
    'cardToken',
    'number',
    'securityCode',
    'password',
    'ip',
    'address',
    '__proto__',
  ])('the field %s', (name) => {
    const { text } = written((log) => log.info('order-paid', Object.fromEntries([[name, 'Canary-Value']])));
    expect(text).not.toContain('Canary');
  });

  test.each([
    ['an e-mail', 'refused for ana.silva+1@school.example today'],
    ['a query', '/payment?email=canary&t=secret'],
    ['a document', '529.982.247-25'],
    ['a document of Peru', 'no buyer 71702935 here'],
    ['a document of Peru with its check letter', 'dni:71702935-K'],
    ['a document of Mozambique', '100 123 451'],
    ['a phone', '+55 (11) 91234-5678'],
    ['a card', '4111 1111 1111 1111'],
    ['a card between hard blanks', '4111\u00a01111\u00a01111\u00a01111'],
    ['a document between real dashes', '390\u2013533\u2013447\u201305'],
    ['a phone in columns', '11\t96123\t4567'],
    ['a slip line', '34191.79001 01043.510047 91020.150008 1 84410026000'],
    ['a token', `eyJ${'a1'.repeat(30)}`],
  ])('%s inside an allowed field', (_, value) => {
    const line = one({ reason: value });
    expect(line['reason']).toMatch(/\[(e-mail|query|digits|token)\]/);
    expect(line['reason']).not.toMatch(/ana|canary|\d{4}|eyJ/);
  });

  test('objects and lists are not written, whatever is in them', () => {
    expect(one({ reason: { email: 'x' }, state: ['y'], code: () => 1 })).not.toHaveProperty('reason');
  });

  test('our ids, times and origins stay readable', () => {
    const line = one({
      orderId: 'ord_q0AF3-11x_22yZ9a8b7c6d',
      origin: 'http://127.0.0.1:3002',
      reason: '2026-11-20T10:00:00Z',
    });
    expect(line).toMatchObject({
      orderId: 'ord_q0AF3-11x_22yZ9a8b7c6d',
      origin: 'http://127.0.0.1:3002',
      reason: '2026-11-20T10:00:00Z',
    });
  });

  test('no text can begin a line of its own', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const { text, lines } = written((log) => log.info('order-paid', { reason: `a\r\n{"level":"error"}${value}` }));
        expect(lines).toHaveLength(1);
        expect(text.match(/[\r\n]/g)).toEqual(['\n']);
      }),
    );
  });
});

describe('errors', () => {
  test('keep name, code, place and a cleaned message', () => {
    const error = Object.assign(new TypeError('no room for ana@school.example'), { code: 'ENOSPC', detail: 'Canary' });
    const line = one({ error });
    expect(line).toMatchObject({ errorName: 'TypeError', errorCode: 'ENOSPC', errorMessage: 'no room for [e-mail]' });
    expect(JSON.stringify(line['errorAt'])).toContain('log.test.ts');
    expect(JSON.stringify(line)).not.toContain('Canary');
  });

  test('the text that a parser or the database could not read is left out', () => {
    let syntax: unknown;
    try {
      JSON.parse('Maria Canary');
    } catch (error) {
      syntax = error;
    }
    const data = Object.assign(new Error('invalid input syntax for type integer: "Maria Canary"'), { code: '22P02' });
    expect(JSON.stringify([one({ error: syntax }), one({ error: data })])).not.toContain('Canary');
    expect(one({ error: data })['errorMessage']).toBe('invalid input syntax for type integer');
  });

  test('thrown things that are no errors are named by their type only', () => {
    expect(one({ error: 'Canary' })).toMatchObject({ errorName: 'string' });
  });
});
