import { mkdirSync } from 'node:fs';
import Fastify, { type FastifyInstance } from 'fastify';
import type { VirtualClock } from '#src/kernel/time/clock.ts';
import { accountsOf, type OutsideSecrets, sandboxSecrets } from './accounts.server.ts';
import { acquirerRoutes } from './acquirer/acquirer.routes.server.ts';
import { createAcquirer } from './acquirer/acquirer.server.ts';
import { acsRoutes } from './acquirer/acs.routes.server.ts';
import { analyticsRoutes } from './analytics/analytics.routes.server.ts';
import { type AnalyticsCollector, createAnalyticsCollector } from './analytics/analytics.server.ts';
import { type Book, type Companies, readBook } from './book.server.ts';
import { refusal, sendRefusal, statusOf } from './http/answers.server.ts';
import { inboxRoutes } from './inbox/inbox.routes.server.ts';
import { type Inbox, startInbox } from './inbox/inbox.server.ts';
import { culqiRoutes } from './culqi/culqi.routes.server.ts';
import { createCulqi } from './culqi/culqi.server.ts';
import { bookRoutes } from './people/book.routes.server.ts';
import { cipPersonRoutes } from './people/cip-person.routes.server.ts';
import { culqiReviewRoutes } from './people/culqi-review.routes.server.ts';
import { yapePersonRoutes } from './people/yape-person.routes.server.ts';
import { clockRoutes, type OnAdvance } from './people/clock.routes.server.ts';
import { addForms } from './people/forms.server.ts';
import { mPesaPersonRoutes } from './people/m-pesa-person.routes.server.ts';
import { nuPayPersonRoutes } from './people/nupay-person.routes.server.ts';
import { indexRoutes } from './people/index.routes.server.ts';
import { cardPersonRoutes } from './people/card-person.routes.server.ts';
import { consentPersonRoutes } from './people/consent-person.routes.server.ts';
import { pagarmePersonRoutes } from './people/pagarme-person.routes.server.ts';
import { pixPersonRoutes } from './people/pix-person.routes.server.ts';
import { pointsPersonRoutes } from './people/points-person.routes.server.ts';
import { schoolRoutes } from './people/school.routes.server.ts';
import { slipPersonRoutes } from './people/slip-person.routes.server.ts';
import { weatherRoutes } from './people/weather.routes.server.ts';
import { mPesaRoutes } from './m-pesa/m-pesa.routes.server.ts';
import { createMobileNetwork } from './m-pesa/network.server.ts';
import { nuPayRoutes } from './nupay/nupay.routes.server.ts';
import { createNuPay } from './nupay/nupay.server.ts';
import { pagarmeRoutes, pagarmeTokenRoutes } from './pagarme/pagarme.routes.server.ts';
import { createPagarme } from './pagarme/pagarme.server.ts';
import { locationRoutes } from './pix-bank/location.routes.server.ts';
import { pixBankRoutes } from './pix-bank/pix-bank.routes.server.ts';
import { createPixBank } from './pix-bank/pix-bank.server.ts';
import { pointsClubRoutes } from './points-club/points-club.routes.server.ts';
import { createPointsClub, type PointsClub } from './points-club/points-club.server.ts';
import { sendToMember } from './points-club/send-to-member.server.ts';
import { receiverPages, receiverRoutes } from './school/receiver.routes.server.ts';
import { createReceiver, type Receiver } from './school/receiver.server.ts';
import { slipBankRoutes } from './slip-bank/slip-bank.routes.server.ts';
import { createSlipBank } from './slip-bank/slip-bank.server.ts';
import { smsRoutes } from './sms/sms.routes.server.ts';
import { createSmsCarrier, type SmsCarrier } from './sms/sms.server.ts';
import { taxOfficeRoutes } from './tax-office/tax-office.routes.server.ts';
import { createTaxOffice } from './tax-office/tax-office.server.ts';
import { createWorld, type World } from './world/world.server.ts';

export interface OutsideWorldOptions {
  /** Loopback port of the web server; 0 takes a free one. */
  readonly port: number;
  /** Loopback port of the mail server; 0 takes a free one. */
  readonly smtpPort: number;
  /** Folder of its journals and its key, made when it does not exist. */
  readonly dataDir: string;
  readonly clock: VirtualClock;
  readonly secrets?: OutsideSecrets;
  /** Address as others reach it, without a slash at the end; by default the loopback address and port. */
  readonly publicOrigin?: string;
  /** Hears of surprises. Bodies are never passed. */
  readonly log?: { error(event: string, fields: Readonly<Record<string, string>>): void };
  readonly onAdvance?: OnAdvance;
}

export interface OutsideWorld {
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
export async function startOutsideWorld(options: OutsideWorldOptions): Promise<OutsideWorld> {
  const { port, smtpPort, dataDir, clock, secrets = sandboxSecrets, onAdvance = () => {}, log } = options;
  mkdirSync(dataDir, { recursive: true });
  let origin = options.publicOrigin ?? `http://127.0.0.1:${port}`;
  const world = createWorld({ clock, accounts: accountsOf(secrets), dataDir, origin: () => origin });
  const pixBank = createPixBank(world);
  const inbox = await startInbox(world, smtpPort);
  const carrier = createSmsCarrier(world);
  const points = createPointsClub(world, sendToMember(carrier, inbox.port));
  const companies: Companies = {
    acquirer: await createAcquirer(world, dataDir),
    pixBank,
    slipBank: createSlipBank(world, pixBank),
    network: createMobileNetwork(world),
    nuPay: createNuPay(world),
    pagarme: createPagarme(world, world.accounts.pagarme.hooks),
    culqi: createCulqi(world),
    points,
  };

  const app = Fastify({ logger: false, bodyLimit: largestBody, forceCloseConnections: true, exposeHeadRoutes: false });
  guard(app, () => origin);
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    if (status >= 500)
      log?.error('outside-world-failed', {
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
  const collector = createAnalyticsCollector(world, secrets.analytics?.commonSecret ?? null);
  const receiver = createReceiver(world, secrets.webhookKey ?? null);
  const shopOrigin = secrets.publicOrigin;
  addParts(app, world, companies, { inbox, carrier, points, collector, receiver, shopOrigin });
  clockRoutes(world, clock, onAdvance)(app);
  await app.listen({ host: '127.0.0.1', port });
  const address = app.server.address();
  if (options.publicOrigin === undefined && address !== null && typeof address === 'object')
    origin = `http://127.0.0.1:${address.port}`;
  world.courier.resume();

  return {
    get origin() {
      return origin;
    },
    smtpPort: inbox.port,
    book: () => readBook(companies),
    quiet: () => world.courier.idle(),
    async close() {
      await Promise.all([app.close(), inbox.close()]);
      await world.close();
    },
  };
}

interface Others {
  readonly inbox: Inbox;
  readonly carrier: SmsCarrier;
  readonly points: PointsClub;
  readonly collector: AnalyticsCollector;
  readonly receiver: Receiver;
  readonly shopOrigin: string | undefined;
}

function addParts(app: FastifyInstance, world: World, companies: Companies, others: Others): void {
  const { inbox, carrier, points, collector, receiver, shopOrigin } = others;
  const { acquirer, pixBank, slipBank, network, nuPay, pagarme, culqi } = companies;
  app.register(async (scope) => acquirerRoutes(world, acquirer)(scope), { prefix: '/acquirer' });
  app.register(async (scope) => pixBankRoutes(world, pixBank)(scope), { prefix: '/pix-bank' });
  app.register(async (scope) => locationRoutes(world, pixBank)(scope), { prefix: '/pix-bank' });
  app.register(async (scope) => slipBankRoutes(world, slipBank, pixBank)(scope), { prefix: '/slip-bank' });
  app.register(async (scope) => mPesaRoutes(world, network)(scope), { prefix: '/m-pesa' });
  app.register(async (scope) => nuPayRoutes(world, nuPay)(scope), { prefix: '/nupay' });
  app.register(async (scope) => culqiRoutes(world, culqi)(scope), { prefix: '/culqi' });
  for (const routes of [pagarmeRoutes, pagarmeTokenRoutes])
    app.register(async (scope) => routes(world, pagarme)(scope), { prefix: '/pagarme/core/v5' });
  app.register(async (scope) => smsRoutes(world, carrier)(scope), { prefix: '/sms' });
  app.register(async (scope) => taxOfficeRoutes(world, createTaxOffice(world))(scope), { prefix: '/tax-office' });
  app.register(async (scope) => pointsClubRoutes(world, points)(scope), { prefix: '/points-club' });
  app.register(async (scope) => receiverRoutes(world, receiver)(scope));
  const pages = [
    receiverPages(receiver),
    acsRoutes(acquirer),
    indexRoutes,
    schoolRoutes(shopOrigin),
    inboxRoutes(inbox, carrier),
    cardPersonRoutes(acquirer),
    pixPersonRoutes(pixBank),
    consentPersonRoutes(pixBank),
    slipPersonRoutes(slipBank.book),
    mPesaPersonRoutes(network),
    nuPayPersonRoutes(nuPay),
    pagarmePersonRoutes(pagarme),
    culqiReviewRoutes(culqi),
    yapePersonRoutes(culqi),
    cipPersonRoutes(world, culqi),
    pointsPersonRoutes(points),
    analyticsRoutes(collector),
    weatherRoutes(world.weather),
    bookRoutes(companies),
  ];
  for (const addPages of pages) addPages(app);
}

/** What pages of other sites may call: the bank's frames, and where browsers make tokens of cards. */
const openToOtherSites = [
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
    const isForMany = openToOtherSites.some((path) => request.url === path || request.url.startsWith(`${path}?`));
    const isForeignForm = request.method !== 'GET' && request.headers['sec-fetch-site'] === 'cross-site' && !isForMany;
    if (!isKnown) await sendRefusal(reply, refusal(421, 'misdirected', 'Nobody of that name lives here.'));
    else if (isForeignForm)
      await sendRefusal(reply, refusal(403, 'foreign-form', 'Forms of other sites are not taken.'));
  });
}
