import type { BrandRegistry, FlagService, ThemeStore, WordStore } from '#src/branding/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import type { Environment } from '../framework/page.ts';
import type { Views } from './views.server.ts';

/** One thing that must work before this process may be sent buyers. */
export interface ReadinessCheck {
  readonly name: string;
  /** Throws, or answers false, when it does not work. */
  readonly check: () => Promise<boolean>;
}

/** Everything that the checkout's pages need from the process that composes the product. */
export interface CheckoutDeps {
  readonly ctx: DomainContext;
  readonly brands: BrandRegistry;
  readonly flags: Pick<FlagService, 'of'>;
  readonly environment: Environment;
  /** Origin under which buyers reach these pages. */
  readonly publicOrigin: string;
  /** Origin of the frame that takes secret fields. */
  readonly fieldsOrigin: string;
  /** Origins of the banks' own frames. */
  readonly challengeOrigins: readonly string[];
  /** Origin of the stand-in for the outside world, for the links of the test environment's start page. */
  readonly sandboxOrigin?: string;
  /** Origin of the tag manager's containers. */
  readonly tagManagerOrigin: string;
  /** Key of the staging cookie. */
  readonly cookieSecret: string;
  /** The build: views, and the folder that holds its assets. */
  readonly views: Views;
  readonly dist: string;
  readonly words: WordStore;
  readonly themes: ThemeStore;
  readonly readiness: readonly ReadinessCheck[];
  /** What `/readiness` tells besides: how things outside go that may fail while the process stays ready. */
  readonly states?: () => Promise<Readonly<Record<string, Readonly<Record<string, string | object>>>>>;
  /** By which a collector elsewhere is told the states as well. */
  readonly statesToken?: string | null;
}
