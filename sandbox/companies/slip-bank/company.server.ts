import type { SlipBank } from './slip-bank.server.ts';
import type { Book } from '../../runtime/book.ts';
import { hmacSignature } from '../../runtime/sign-webhook.server.ts';
import type { SandboxCompany } from '../../runtime/company.ts';
import { pixBankOf } from '../pix-bcb/pix-bank.server.ts';
import { accountOf } from './account.server.ts';
import { slipConsumerRoutes, slipTheme } from './consumer-pages.routes.server.ts';
import { slipBankRoutes } from './slip-bank.routes.server.ts';
import { createSlipBank } from './slip-bank.server.ts';

const name = 'slip-bank';

/** The bank that registers slips; the QR that is printed on a slip is a Pix of the Pix bank. */
export const company: SandboxCompany = {
  name,
  title: 'Banco do boleto',
  webhooks: { keys: (secrets) => accountOf(secrets).notificationKeys, sign: hmacSignature('x-slip') },
  themes: [slipTheme],
  links: [
    { group: 'pay', href: '/slip-bank/pay', name: 'Pagar boleto', text: 'Pela linha digitável ou pelo Pix do boleto.' },
  ],
  open(context) {
    const pixBank = pixBankOf(context);
    const bank = createSlipBank(context, pixBank);
    return {
      addRoutes(app) {
        app.register(async (scope) => slipBankRoutes(context, bank, pixBank)(scope), { prefix: '/slip-bank' });
        slipConsumerRoutes(bank.book)(app);
      },
      book: () => slipBook(bank),
    };
  },
};

function slipBook({ book }: SlipBank): Book {
  const all = [...book.all()];
  const currency = 'BRL';
  return {
    charges: all.map(({ ourNumber, reference, status, amount, payments, createdAt }) => ({
      company: name,
      id: ourNumber,
      reference,
      status,
      amount,
      currency,
      captured: payments.reduce((total, payment) => total + payment.amount, 0),
      refunded: 0,
      disputed: 0,
      createdAt,
    })),
    movements: all.flatMap(({ ourNumber, payments }) =>
      payments.map(
        ({ id, amount, paidAt }) =>
          ({ company: name, id, chargeId: ourNumber, kind: 'capture', amount, currency, at: paidAt }) as const,
      ),
    ),
  };
}
