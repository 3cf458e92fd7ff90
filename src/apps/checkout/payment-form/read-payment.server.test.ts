import { describe, expect, test } from 'vitest';
import type { RailDirectory } from '#src/domain/context.server.ts';
import type { PayFailure, RailManifest } from '#src/domain/payments/index.ts';
import { paymentErrors, valuesToShow } from './read-payment.server.ts';

const shells: RailManifest = {
  id: 'shells',
  methods: ['sea-shells', 'shells'],
  markets: ['BR'],
  currencies: ['BRL'],
  needsScript: false,
  takesInstallments: true,
  waitingPath: null,
  afterStart: 'result',
  successVariant: 'default',
  renewable: false,
  emailsInstructions: false,
  secretFields: ['pearl'],
};
const rails: RailDirectory = {
  byMethod: (method) => (shells.methods.includes(method) ? shells : null),
  byId: (id) => (id === shells.id ? shells : null),
  server: () => {
    throw new Error('not asked here');
  },
};

describe('what is shown again', () => {
  test('is what was typed, without secrets and without what the page makes itself', () => {
    const form = {
      method: 'shells',
      'shells.document': '529',
      'shells.pearl': 'secret',
      'other.pearl': 'kept',
      key: 'k',
      quoteId: 'q',
      amount: '1',
      terms: 'yes',
      long: 'x'.repeat(301),
    };
    expect(valuesToShow(form, rails)).toEqual({
      method: 'shells',
      'shells.document': '529',
      'other.pearl': 'kept',
      terms: 'yes',
    });
  });
});

describe('what a try that was not made says', () => {
  const errors = (failure: PayFailure) => paymentErrors(failure, { method: 'sea-shells' }, rails);

  test('beside its field where it has one', () => {
    expect(errors({ code: 'fields-invalid', fields: { document: 'validation.cpf' } })).toEqual({
      'shells.document': 'validation.cpf',
    });
    expect(errors({ code: 'installments-not-offered' })).toEqual({
      'shells.installments': 'payment.error.installments',
    });
    expect(errors({ code: 'method-not-offered' })).toEqual({ method: 'payment.method.missing' });
  });

  test('else for the page as a whole', () => {
    expect(errors({ code: 'quote-not-found' })).toEqual({ form: 'payment.error.quote-changed' });
    expect(errors({ code: 'key-reused' })).toEqual({ form: 'payment.error.stale' });
    expect(errors({ code: 'too-many-tries', retryAfterSeconds: 9 })).toEqual({ form: 'payment.error.too-many-tries' });
    expect(errors({ code: 'gateway-unreachable', orderId: 'o' })).toEqual({ form: 'payment.error.general' });
    expect(paymentErrors({ code: 'fields-invalid', fields: { document: 'x' } }, { method: 'nothing' }, rails)).toEqual({
      form: 'payment.error.general',
    });
  });
});
