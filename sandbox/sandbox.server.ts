import { mkdirSync } from 'node:fs';
import Fastify, { type FastifyInstance } from 'fastify';
import type { VirtualClock } from '#src/kernel/time/clock.ts';
import { sandboxSecrets } from './accounts.server.ts';
import { analyticsRoutes } from './analytics/analytics.routes.server.ts';
import { createAnalyticsCollector } from './analytics/analytics.server.ts';
import { directoryRoutes, directoryTarget } from './directory/directory.routes.server.ts';
import { openDirectory } from './directory/directory.server.ts';
import { faultsRoutes } from './faults/faults.routes.server.ts';
import { webhookTarget } from './faults/faults.server.ts';
import { inboxRoutes } from './inbox/inbox.routes.server.ts';
import { startInbox } from './inbox/inbox.server.ts';
import { createPhoneInbox } from './inbox/phones.server.ts';
import { bookRoutes } from './pages/book.routes.server.ts';
import { clockRoutes, type OnAdvance } from './pages/clock.routes.server.ts';
import { addForms } from './pages/forms.server.ts';
import { indexRoutes } from './pages/index.routes.server.ts';
import { schoolSiteRoutes } from './pages/school-sites.routes.server.ts';
import { companies as companiesByFolder } from './registry.server.generated.ts';
import type { Book } from './runtime/book.ts';
import type { CompanyContext, OpenCompany, SandboxCompany } from './runtime/company.ts';
import type { SandboxSecrets } from './runtime/contracts.ts';
import { refusal, sendRefusal, statusOf } from './runtime/responses.server.ts';
import { createSandboxContext, type SandboxContext } from './runtime/sandbox-context.server.ts';
import type { WebhookSigning } from './runtime/sign-webhook.server.ts';
import { receiverPages, receiverRoutes, schoolTarget } from './webhook-receiver/receiver.routes.server.ts';
import { createReceiver } from './webhook-receiver/receiver.server.ts';

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
  /** Receives unexpected errors. Bodies are never passed. */
  readonly log?: { error(event: string, fields: Readonly<Record<string, string>>): void };
  readonly onAdvance?: OnAdvance;
}

export interface Sandbox {
  readonly origin: string;
  readonly smtpPort: number;
  /** The ground truth so far. */
  book(): Book;
  /** Resolves when no webhook delivery is running. */
  quiet(): Promise<void>;
  close(): Promise<void>;
}

const companies: readonly SandboxCompany[] = Object.values(companiesByFolder);
const largestBody = 262_144;

/** Starts the stand-ins of all companies, with pages for people. Test environments only. */
export async function startSandboxServer(options: SandboxOptions): Promise<Sandbox> {
  const { port, smtpPort, dataDir, clock, onAdvance = () => {}, log } = options;
  const secrets: SandboxSecrets = options.secrets ?? sandboxSecrets;
  mkdirSync(dataDir, { recursive: true });
  let origin = options.publicOrigin ?? `http://127.0.0.1:${port}`;
  const signings = signingsOf(secrets);
  const context = createSandboxContext({
    ...{ clock, secrets, dataDir, signings, origin: () => origin },
    faultNames: { targets: [...titles.keys()], senders: [...signings.keys()] },
  });
  const inbox = await startInbox(context, smtpPort);
  const phones = createPhoneInbox(context);
  const shared: CompanyContext = { ...context, phones, smtpPort: inbox.port };
  const open = await Promise.all(companies.map(async (company) => company.open(shared)));
  const book = (): Book => readBook(open);

  const app = Fastify({ logger: false, bodyLimit: largestBody, forceCloseConnections: true, exposeHeadRoutes: false });
  guard(app, () => origin);
  addErrors(app, log);
  addForms(app);
  for (const company of open) company.addRoutes(app);
  addOwnPages(app, context, book);
  if (secrets.console) {
    const { origin: consoleOrigin, oidc } = secrets.console;
    directoryRoutes(context, openDirectory(context, { origin: consoleOrigin, ...oidc }), consoleOrigin)(app);
  }
  inboxRoutes(inbox, phones)(app);
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
    book,
    quiet: () => context.dispatcher.idle(),
    async close() {
      await Promise.all([app.close(), inbox.close()]);
      await context.close();
    },
  };
}

/** The targets of faults, as pages show them: companies' APIs, the schools' receivers, companies' webhooks. */
const titles: ReadonlyMap<string, string> = new Map([
  ...companies.map(({ name, title }) => [name, title] as const),
  [schoolTarget, 'Escolas'],
  [webhookTarget, 'Avisos'],
  [directoryTarget, 'Diretório da escola'],
]);

function signingsOf(secrets: SandboxSecrets): ReadonlyMap<string, WebhookSigning> {
  const signings = companies.flatMap(({ name, webhooks }) =>
    webhooks ? [[name, { keys: webhooks.keys(secrets), sign: webhooks.sign }] as const] : [],
  );
  return new Map(signings);
}

function readBook(open: readonly OpenCompany[]): Book {
  const books = open.flatMap((company) => company.book?.() ?? []);
  return { charges: books.flatMap(({ charges }) => charges), movements: books.flatMap(({ movements }) => movements) };
}

function addOwnPages(app: FastifyInstance, context: SandboxContext, book: () => Book): void {
  const { secrets, faults } = context;
  const receiver = createReceiver(context, secrets.webhookKey ?? null);
  app.register(async (scope) => receiverRoutes(context, receiver)(scope));
  const pages = [
    receiverPages(receiver),
    indexRoutes(companies),
    schoolSiteRoutes(secrets.publicOrigin),
    analyticsRoutes(createAnalyticsCollector(context, secrets.analytics?.commonSecret ?? null)),
    faultsRoutes(faults, titles),
    bookRoutes(book, titles),
  ];
  for (const addPages of pages) addPages(app);
}

function addErrors(app: FastifyInstance, log: SandboxOptions['log']): void {
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    if (status < 500) return sendRefusal(reply, refusal(status, 'malformed', 'The request cannot be read.'));
    log?.error('sandbox-failed', {
      route: request.routeOptions.url ?? '',
      reason: error instanceof Error ? error.message : 'unknown',
    });
    return sendRefusal(reply, refusal(status, 'internal-error', 'Something broke here.'));
  });
}

/** Refuses other host names for this machine (a foreign page could point its own at it) and forms of other sites. */
function guard(app: FastifyInstance, origin: () => string): void {
  const crossSitePaths = companies.flatMap((company) => company.crossSitePaths ?? []);
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
