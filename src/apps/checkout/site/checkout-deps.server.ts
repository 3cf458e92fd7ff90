import type { BrandRegistry, FlagService, ThemeStore, WordStore } from '#src/branding/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import type { Environment } from '../framework/page.ts';
import type { Views } from './views.server.ts';

/** One dependency that readiness checks. */
export interface ReadinessCheck {
  readonly name: string;
  /** Throws, or returns false, when it fails. */
  readonly check: () => Promise<boolean>;
}

/** The checkout's dependencies from the process that composes the product. */
export interface CheckoutDeps {
  readonly ctx: DomainContext;
  readonly brands: BrandRegistry;
  readonly flags: Pick<FlagService, 'of'>;
  readonly environment: Environment;
  /** Public origin of these pages. */
  readonly publicOrigin: string;
  /** Origin of the card-fields frame. */
  readonly fieldsOrigin: string;
  /** Origins of the banks' challenge frames. */
  readonly challengeOrigins: readonly string[];
  /** Origin of the sandbox, for the links of the test environment's start page. */
  readonly sandboxOrigin?: string;
  /** Origin of the tag manager's containers. */
  readonly tagManagerOrigin: string;
  /** Signing key of the staging cookie. */
  readonly cookieSecret: string;
  /** The build: views, and the folder of its assets. */
  readonly views: Views;
  readonly dist: string;
  readonly words: WordStore;
  readonly themes: ThemeStore;
  readonly readiness: readonly ReadinessCheck[];
  /** Whether the process was told to stop; absent: it never is. */
  readonly isStopping?: () => boolean;
  /** Additional states in `/readiness`: dependencies that may fail while the process stays ready. */
  readonly states?: () => Promise<Readonly<Record<string, Readonly<Record<string, string | object>>>>>;
  /** Token with which a remote collector may read the states. */
  readonly statesToken?: string | null;
}
