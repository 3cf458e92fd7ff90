import type { FastifyInstance } from 'fastify';
import type { PhoneInbox } from '../inbox/phones.server.ts';
import type { PageTheme } from '../pages/theme.ts';
import type { Book } from './book.ts';
import type { NotificationKeys, SandboxSecrets } from './contracts.ts';
import type { SandboxContext } from './sandbox-context.server.ts';
import type { SignWebhook } from './sign-webhook.server.ts';

/** What `companies/<id>/company.server.ts` exports as `company`: the stand-in for one company, found by the registry. */
export interface SandboxCompany {
  /** Its name in fault rules, webhooks and the book. */
  readonly name: string;
  /** Its name on the sandbox's own pages. */
  readonly title: string;
  /** How its webhooks are signed; absent where it sends none. */
  readonly webhooks?: { keys(secrets: SandboxSecrets): NotificationKeys; readonly sign: SignWebhook };
  /** Addresses that pages of other sites may call: banks' frames, and endpoints at which browsers make card tokens. */
  readonly crossSitePaths?: readonly string[];
  /** The theme of its pages. */
  readonly themes?: readonly PageTheme[];
  /** Its pages on the sandbox's index. */
  readonly links?: readonly IndexLink[];
  readonly testCards?: TestCards;
  open(context: CompanyContext): OpenCompany | Promise<OpenCompany>;
}

/** Services shared by companies, and the mailboxes and phones of payers. */
export interface CompanyContext extends SandboxContext {
  readonly phones: PhoneInbox;
  /** Loopback port of the mail server. */
  readonly smtpPort: number;
}

export interface OpenCompany {
  /** Adds its API and its pages. */
  addRoutes(app: FastifyInstance): void;
  /** Its movements; absent where it moves no money. */
  book?(): Book;
}

export interface IndexLink {
  /** The group of the index: to pay now, or to see history. */
  readonly group: 'pay' | 'happened';
  readonly href: string;
  readonly name: string;
  readonly text: string;
}

/** Cards with a known outcome, as a table of the index. */
export interface TestCards {
  /** The fragment of its heading's address. */
  readonly anchor: string;
  readonly title: string;
  readonly lead: string;
  readonly cards: readonly { readonly number: string; readonly brand: string; readonly does: string }[];
}
