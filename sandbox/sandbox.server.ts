import { mkdirSync } from 'node:fs';
import Fastify, { type FastifyInstance } from 'fastify';
import type { VirtualClock } from '#src/kernel/time/clock.ts';
import { accountsOf, type SandboxSecrets, sandboxSecrets } from './accounts.server.ts';
import { acquirerRoutes } from './companies/test-acquirer/acquirer.routes.server.ts';
import { createAcquirer } from './companies/test-acquirer/acquirer.server.ts';
import { acsRoutes } from './companies/test-acquirer/acs.routes.server.ts';
import { analyticsRoutes } from './companies/analytics/analytics.routes.server.ts';
import { type AnalyticsCollector, createAnalyticsCollector } from './companies/analytics/analytics.server.ts';
import { type Book, type Companies, readBook } from './book.server.ts';
import { refusal, sendRefusal, statusOf } from './runtime/responses.server.ts';
import { inboxRoutes } from './inbox/inbox.routes.server.ts';
import { type Inbox, startInbox } from './inbox/inbox.server.ts';
import { culqiRoutes } from './companies/culqi/culqi.routes.server.ts';
import { createCulqi } from './companies/culqi/culqi.server.ts';
import { bookRoutes } from './pages/book.routes.server.ts';
import { cashAgentRoutes } from './companies/culqi/cash-agent-pages.routes.server.ts';
import { culqiThreeDsRoutes } from './companies/culqi/three-ds-pages.routes.server.ts';
import { yapeConsumerRoutes } from './companies/culqi/yape-app-pages.routes.server.ts';
import { clockRoutes, type OnAdvance } from './pages/clock.routes.server.ts';
import { addForms } from './pages/forms.server.ts';
import { mPesaConsumerRoutes } from './companies/m-pesa-vodacom/consumer-pages.routes.server.ts';
import { nuPayConsumerRoutes } from './companies/nupay/consumer-pages.routes.server.ts';
import { indexRoutes } from './pages/index.routes.server.ts';
import { acquirerConsumerRoutes } from './companies/test-acquirer/consumer-pages.routes.server.ts';
import { mandateConsumerRoutes } from './companies/pix-bcb/automatic/mandate-pages.routes.server.ts';
import { pagarmeConsumerRoutes } from './companies/pagarme/consumer-pages.routes.server.ts';
import { pixConsumerRoutes } from './companies/pix-bcb/consumer-pages.routes.server.ts';
import { pointsConsumerRoutes } from './companies/points-club/consumer-pages.routes.server.ts';
import { schoolSiteRoutes } from './pages/school-sites.routes.server.ts';
import { slipConsumerRoutes } from './companies/slip-bank/consumer-pages.routes.server.ts';
import { faultsRoutes } from './faults/faults.routes.server.ts';
import { mPesaRoutes } from './companies/m-pesa-vodacom/m-pesa.routes.server.ts';
import { createMobileNetwork } from './companies/m-pesa-vodacom/network.server.ts';
import { nuPayRoutes } from './companies/nupay/nupay.routes.server.ts';
import { createNuPay } from './companies/nupay/nupay.server.ts';
import { pagarmeRoutes, pagarmeTokenRoutes } from './companies/pagarme/pagarme.routes.server.ts';
import { createPagarme } from './companies/pagarme/pagarme.server.ts';
import { locationRoutes } from './companies/pix-bcb/location.routes.server.ts';
import { pixBankRoutes } from './companies/pix-bcb/pix-bank.routes.server.ts';
import { createPixBank } from './companies/pix-bcb/pix-bank.server.ts';
import { pointsClubRoutes } from './companies/points-club/points-club.routes.server.ts';
import { createPointsClub, type PointsClub } from './companies/points-club/points-club.server.ts';
import { sendToMember } from './companies/points-club/send-to-member.server.ts';
import { receiverPages, receiverRoutes } from './webhook-receiver/receiver.routes.server.ts';
import { createReceiver, type Receiver } from './webhook-receiver/receiver.server.ts';
import { slipBankRoutes } from './companies/slip-bank/slip-bank.routes.server.ts';
import { createSlipBank } from './companies/slip-bank/slip-bank.server.ts';
import { smsRoutes } from './companies/sms-http/sms.routes.server.ts';
import { createSmsCarrier, type SmsCarrier } from './companies/sms-http/sms.server.ts';
import { taxOfficeRoutes } from './companies/nfse-national/tax-office.routes.server.ts';
import { createTaxOffice } from './companies/nfse-national/tax-office.server.ts';
import { createSandboxContext, type SandboxContext } from './runtime/sandbox-context.server.ts';

export interface SandboxOptions {
  /** Loopback port of the web server; 0 takes a free one. */
  readonly port: number;
  /** Loopback port of the mail server; 0 takes a free one. */
  readonly smtpPort: number;
  /** Folder of its journals and its key, made when it does not exist. */
  readonly dataDir: string;
  readonly clock: VirtualClock;
  readonly secrets?: SandboxSecrets;
  /** Address as others reach it, without a slash at the end; by default the loopback address and port. */
  readonly publicOrigin?: string;
  /** Hears of surprises. Bodies are never passed. */
  readonly log?: { error(event: string, fields: Readonly<Record<string, string>>): void };
  readonly onAdvance?: OnAdvance;
}

export interface Sandbox {
  readonly origin: string;
  readonly smtpPort: number;
  /** What really happened so far. */
  book(): Book;
  /** Resolves when no notification is on its way. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

const largestBody = 262_144;

/** Starts the stand-in for everything outside: acquirer, banks, mail, with pages for people. Test environments only. */
export async function startSandboxServer(options: SandboxOptions): Promise<Sandbox> {
  const { port, smtpPort, dataDir, clock, onAdvance = () => {}, log } = options;
  const secrets: SandboxSecrets = options.secrets ?? sandboxSecrets;
  mkdirSync(dataDir, { recursive: true });
  let origin = options.publicOrigin ?? `http://127.0.0.1:${port}`;
  const context = createSandboxContext({ clock, accounts: accountsOf(secrets), dataDir, origin: () => origin });
  const pixBank = createPixBank(context);
  const inbox = await startInbox(context, smtpPort);
  const carrier = createSmsCarrier(context);
  const points = createPointsClub(context, sendToMember(carrier, inbox.port));
  const companies: Companies = {
    acquirer: await createAcquirer(context, dataDir),
    pixBank,
    slipBank: createSlipBank(context, pixBank),
    network: createMobileNetwork(context),
    nuPay: createNuPay(context),
    pagarme: createPagarme(context, context.accounts.pagarme.hooks),
    culqi: createCulqi(context),
    points,
  };

  const app = Fastify({ logger: false, bodyLimit: largestBody, forceCloseConnections: true, exposeHeadRoutes: false });
  guard(app, () => origin);
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    if (status >= 500)
      log?.error('sandbox-failed', {
        route: request.routeOptions.url ?? '',
        reason: error instanceof Error ? error.message : 'unknown',
      });
    return sendRefusal(
      reply,
      refusal(
        status,
        status < 500 ? 'malformed' : 'internal-error',
        status < 500 ? 'The request cannot be read.' : 'Something broke here.',
      ),
    );
  });
  addForms(app);
  const collector = createAnalyticsCollector(context, secrets.analytics?.commonSecret ?? null);
  const receiver = createReceiver(context, secrets.webhookKey ?? null);
  const checkoutOrigin = secrets.publicOrigin;
  addParts(app, context, companies, { inbox, carrier, points, collector, receiver, checkoutOrigin });
  clockRoutes(context, clock, onAdvance)(app);
  await app.listen({ host: '127.0.0.1', port });
  const address = app.server.address();
  if (options.publicOrigin === undefined && address !== null && typeof address === 'object')
    origin = `http://127.0.0.1:${address.port}`;
  context.dispatcher.resume();

  return {
    get origin() {
      return origin;
    },
    smtpPort: inbox.port,
    book: () => readBook(companies),
    quiet: () => context.dispatcher.idle(),
    async close() {
      await Promise.all([app.close(), inbox.close()]);
      await context.close();
    },
  };
}

interface Others {
  readonly inbox: Inbox;
  readonly carrier: SmsCarrier;
  readonly points: PointsClub;
  readonly collector: AnalyticsCollector;
  readonly receiver: Receiver;
  readonly checkoutOrigin: string | undefined;
}

function addParts(app: FastifyInstance, context: SandboxContext, companies: Companies, others: Others): void {
  const { inbox, carrier, points, collector, receiver, checkoutOrigin } = others;
  const { acquirer, pixBank, slipBank, network, nuPay, pagarme, culqi } = companies;
  app.register(async (scope) => acquirerRoutes(context, acquirer)(scope), { prefix: '/acquirer' });
  app.register(async (scope) => pixBankRoutes(context, pixBank)(scope), { prefix: '/pix-bank' });
  app.register(async (scope) => locationRoutes(context, pixBank)(scope), { prefix: '/pix-bank' });
  app.register(async (scope) => slipBankRoutes(context, slipBank, pixBank)(scope), { prefix: '/slip-bank' });
  app.register(async (scope) => mPesaRoutes(context, network)(scope), { prefix: '/m-pesa' });
  app.register(async (scope) => nuPayRoutes(context, nuPay)(scope), { prefix: '/nupay' });
  app.register(async (scope) => culqiRoutes(context, culqi)(scope), { prefix: '/culqi' });
  for (const routes of [pagarmeRoutes, pagarmeTokenRoutes])
    app.register(async (scope) => routes(context, pagarme)(scope), { prefix: '/pagarme/core/v5' });
  app.register(async (scope) => smsRoutes(context, carrier)(scope), { prefix: '/sms' });
  app.register(async (scope) => taxOfficeRoutes(context, createTaxOffice(context))(scope), { prefix: '/tax-office' });
  app.register(async (scope) => pointsClubRoutes(context, points)(scope), { prefix: '/points-club' });
  app.register(async (scope) => receiverRoutes(context, receiver)(scope));
  const pages = [
    receiverPages(receiver),
    acsRoutes(acquirer),
    indexRoutes,
    schoolSiteRoutes(checkoutOrigin),
    inboxRoutes(inbox, carrier),
    acquirerConsumerRoutes(acquirer),
    pixConsumerRoutes(pixBank),
    mandateConsumerRoutes(pixBank),
    slipConsumerRoutes(slipBank.book),
    mPesaConsumerRoutes(network),
    nuPayConsumerRoutes(nuPay),
    pagarmeConsumerRoutes(pagarme),
    culqiThreeDsRoutes(culqi),
    yapeConsumerRoutes(culqi),
    cashAgentRoutes(context, culqi),
    pointsConsumerRoutes(points),
    analyticsRoutes(collector),
    faultsRoutes(context.faults),
    bookRoutes(companies),
  ];
  for (const addPages of pages) addPages(app);
}

/** What pages of other sites may call: the bank's frames, and where browsers make tokens of cards. */
const crossSitePaths = [
  '/acquirer/acs',
  '/acquirer/acs/method',
  '/acquirer/acs/silent',
  '/acquirer/acs/specimen',
  '/pagarme/core/v5/tokens',
  '/culqi/v2/tokens',
  '/culqi/3ds/review',
];

/** Refuses other names for this machine (a foreign page could point its own at it) and forms of other sites. */
function guard(app: FastifyInstance, origin: () => string): void {
  app.addHook('onRequest', async (request, reply) => {
    const { host = '' } = request.headers;
    const isKnown = host === new URL(origin()).host || /^(127\.0\.0\.1|localhost|\[::1\]):\d+$/.test(host);
    const isForMany = crossSitePaths.some((path) => request.url === path || request.url.startsWith(`${path}?`));
    const isForeignForm = request.method !== 'GET' && request.headers['sec-fetch-site'] === 'cross-site' && !isForMany;
    if (!isKnown) await sendRefusal(reply, refusal(421, 'misdirected', 'Nobody of that name lives here.'));
    else if (isForeignForm)
      await sendRefusal(reply, refusal(403, 'foreign-form', 'Forms of other sites are not taken.'));
  });
}
